import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that text is written to, such as standard output.
///
/// When it takes no more, the rest is dropped, and the command still ends in order: that its reader has gone
/// (`strata ls | head`) is all right, anything else is told at the end.
final class OutputFile: Sendable {
  private let descriptor: Int32
  /// Guards the order of texts, and holds the code of the error that ended them.
  private let error = Mutex<Int32?>(nil)

  init(descriptor: Int32) { self.descriptor = descriptor }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The width of the terminal in columns; nil when this is none.
  var columns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Why not all of the text could be written; nil when it was, or nobody reads it.
  var failure: String? {
    error.withLock { code in
      code.flatMap { $0 == EPIPE ? nil : String(cString: strerror($0)) }
    }
  }

  func write(_ text: String) {
    error.withLock { error in
      var bytes = Array(text.utf8)[...]
      while error == nil, !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
          bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
          error = errno
        }
      }
    }
  }
}

// The member above hides the system's function of the same name.
private let systemWrite = write
