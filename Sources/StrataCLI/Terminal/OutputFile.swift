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
/// When its reader has gone (`strata ls | head`), the rest is dropped: the command still ends in order.
final class OutputFile: Sendable {
  private let descriptor: Int32
  /// Guards the order of texts, and says whether the reader has gone.
  private let isBroken = Mutex(false)

  init(descriptor: Int32) { self.descriptor = descriptor }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The width of the terminal in columns; nil when this is none.
  var columns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func write(_ text: String) {
    isBroken.withLock { isBroken in
      var bytes = Array(text.utf8)[...]
      while !isBroken, !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
          bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
          isBroken = true
        }
      }
    }
  }
}

// The member above hides the system's function of the same name.
private let systemWrite = write
