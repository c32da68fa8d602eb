import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns Ctrl-C and a request to end into the cancellation of the running command, so that what was fetched
/// is written out and the cache closed; the second one ends the program at once.
final class Interruption {
  private let sources: [any DispatchSourceSignal]

  init(cancelling task: Task<ExitStatus, Never>) {
    // A reader that goes away must not end the program before its cache is closed.
    signal(SIGPIPE, SIG_IGN)
    sources = [SIGINT, SIGTERM].map { number in
      // Else the system's own handling comes first.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if task.isCancelled { _exit(ExitStatus.interrupted.rawValue) }
        task.cancel()
      }
      source.resume()
      return source
    }
  }
}
