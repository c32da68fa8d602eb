#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Detached threads for what waits on a socket, which must not happen on the cooperative pool.
enum SampleThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// False when the system gives no thread.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(
        &thread, &attributes,
        { context in
          Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, &attributes,
        { context in
          Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
    #endif
    if code != 0 { work.release() }
    return code == 0
  }

  /// Holds up the calling thread, which must be one of these.
  static func pause(for duration: Duration) {
    let end = ContinuousClock.now.advanced(by: duration)
    while true {
      let rest = ContinuousClock.now.duration(to: end)
      if rest <= .zero { return }
      // Signals may end a pause early, and it is to be under a second.
      usleep(useconds_t(Swift.max(1, Swift.min(rest / .microseconds(1), 900_000))))
    }
  }
}
