import Foundation
import Synchronization

/// Threads of the benchmark's own that tasks run on, so that eight threads are eight, whatever the number of
/// cores that the language's pool goes by.
final class ThreadPool: TaskExecutor, Sendable {
  private let jobs = Mutex<[UnownedJob]>([])
  private let pending = DispatchSemaphore(value: 0)
  private let isClosed = Atomic<Bool>(false)
  let count: Int

  init(_ count: Int) {
    self.count = count
    for _ in 0..<count { Thread.detachNewThread { [self] in work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    pending.signal()
  }

  func close() {
    isClosed.store(true, ordering: .releasing)
    for _ in 0..<count { pending.signal() }
  }

  private func work() {
    while true {
      pending.wait()
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if isClosed.load(ordering: .acquiring) {
        return
      }
    }
  }
}
