import CStrataLMDB
import Foundation
import Testing

@Suite struct GuardTests {
  @Test func aFaultWithinAGuardedCallComesBackAsAnError() {
    for _ in 0..<100 {
      #expect(strata_guard_probe(1) == Int32(STRATA_FAULT))
      #expect(strata_guard_probe(0) == 0)
    }
  }

  @Test func faultsOnManyThreadsDoNotMeet() async {
    await withTaskGroup(of: Int32.self) { group in
      for index in 0..<200 { group.addTask { strata_guard_probe(Int32(index % 2)) } }
      var faults = 0
      for await code in group where code == Int32(STRATA_FAULT) { faults += 1 }
      #expect(faults == 100)
    }
  }

  @Test func aFileOpenInThisProcessIsNotOpenedAgain() {
    let directory = TemporaryDirectory()
    var options = strata_open_options()
    var first: OpaquePointer?
    var second: OpaquePointer?
    directory.path.withCString { path in
      options.directory = path
      options.map_size = 1 << 24
      options.max_readers = 126
      options.read_slots = 4
      options.guarded = 1
      #expect(strata_env_open(&options, &first) == 0)
      #expect(strata_env_open(&options, &second) == Int32(STRATA_OPEN_TWICE))
      #expect(second == nil)
      #expect(strata_env_close(first) == 0)
      #expect(strata_env_open(&options, &second) == 0)
    }
    var length = 0
    var byte: UInt8 = 0
    #expect(strata_get(first, 0, "k", 1, &byte, 1, &length) == Int32(STRATA_CLOSED))
    #expect(strata_get(second, 0, "k", 1, &byte, 1, &length) == Int32(STRATA_NOT_FOUND))
    strata_env_poison(second)
    #expect(strata_get(second, 0, "k", 1, &byte, 1, &length) == Int32(STRATA_POISONED))
    strata_env_free(first)
  }
}
