// A process for tests to kill, stop and watch: it writes to a cache directory and tells on standard output
// what was acknowledged.
//
//     StrataLMDBTestWriter write DIRECTORY DURABILITY FIRST   writes keys FIRST, FIRST + 1, … until killed
//     StrataLMDBTestWriter mixed DIRECTORY DURABILITY SEED    mixed work on a few keys until killed
//     StrataLMDBTestWriter get DIRECTORY KEY                  one read
//     StrataLMDBTestWriter delete DIRECTORY KEY               one removal
//     StrataLMDBTestWriter clear DIRECTORY                    removes everything
//     StrataLMDBTestWriter hold DATABASE-DIRECTORY            holds the write lock, by LMDB itself, until killed
//     StrataLMDBTestWriter compact DIRECTORY                  compacts again and again until killed
//     StrataLMDBTestWriter compact-full DIRECTORY             compacts while no file may grow
//     StrataLMDBTestWriter fill DIRECTORY DURABILITY BYTES    writes while no file may grow over BYTES, then
//                                                             again without that limit

import CLMDB
import Foundation
import Strata
import StrataLMDB

let arguments = CommandLine.arguments
let parent = getppid()
// One whose tests have died goes too.
Thread.detachNewThread {
  while getppid() == parent { sleep(1) }
  exit(3)
}
if arguments[1] == "hold" { hold(arguments[2]) }
var configuration = LMDBConfiguration()
configuration.quota = 32 << 20
if arguments.count > 3, let durability = Durability(rawValue: arguments[3]) {
  configuration.durability = durability
}
let manager = try LMDBCacheManager(
  directory: arguments[2], codec: StringCodec(), configuration: configuration)

func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

func record(_ value: String) -> CacheRecord<String> {
  CacheRecord(value: value, stamp: CacheClock.system.nextStamp())
}

/// Never returns: whoever wants the lock back kills this process.
func hold(_ directory: String) -> Never {
  var environment: OpaquePointer?
  var transaction: OpaquePointer?
  mdb_env_create(&environment)
  mdb_env_set_maxdbs(environment, 8)
  guard mdb_env_open(environment, directory, 0, 0o600) == 0,
    mdb_txn_begin(environment, nil, 0, &transaction) == 0
  else { exit(1) }
  say("held")
  while true { pause() }
}

/// Says with which codes writes failed, how many were acknowledged and how many of these read back, and
/// whether the tier works again once there is room.
func fill(upTo bytes: UInt64) async throws {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = rlim_t(bytes)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  let value = String(repeating: "x", count: 3_000)
  var acknowledged: [CacheKey] = []
  var failures: [String: Int] = [:]
  for index in 0..<2_000 {
    let key = CacheKey("k\(index)", in: "d")
    do throws(CacheError) {
      try await manager.updateIfNeeded(record("\(index) \(value)"), for: key)
      acknowledged.append(key)
    } catch { failures["\(error.code)", default: 0] += 1 }
  }
  var found = 0
  for key in acknowledged where try await manager.fetch(key) != nil { found += 1 }
  let codes = failures.isEmpty ? "none" : failures.keys.sorted().joined(separator: ",")
  say("\(codes) \(acknowledged.count) \(found)")

  limit.rlim_cur = limit.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  for attempt in 1...600 {
    _ = try? await manager.updateIfNeeded(record("again"), for: "again")
    if (try? await manager.fetch("again"))??.value == "again" { return say("works again") }
    try await Task.sleep(for: .milliseconds(attempt < 600 ? 100 : 0))
  }
  say("does not work again")
}

/// Says how a compaction fails that no room is left for.
func compactWithoutRoom() async throws {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = 256 << 10
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  do throws(CacheError) {
    try await manager.compact()
    say("compacted")
  } catch { say("\(error.code)") }
}

switch arguments[1] {
case "write":
  var index = Int(arguments[4]) ?? 0
  while true {
    let key = CacheKey("k\(index)", in: "d\(index % 7)")
    try await manager.updateIfNeeded(
      record("v\(index)" + String(repeating: "x", count: index % 3_000)), for: key)
    say("\(index)")
    index += 1
  }
case "mixed":
  var random = UInt64(arguments[4]) ?? 1
  while true {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let key = CacheKey("k\(random >> 40 % 300)", in: "d")
    switch random >> 33 % 10 {
    case 0: _ = try? await manager.delete(key)
    case 1...4: _ = try? await manager.updateIfNeeded(record("v" + key.text), for: key)
    default: _ = try? await manager.fetch(key)
    }
  }
case "get":
  say(try await manager.fetch(CacheKey(arguments[3]))?.value ?? "nil")
case "delete":
  say("\(try await manager.delete(CacheKey(arguments[3])))")
case "clear":
  try await manager.removeAll()
case "compact":
  while true {
    try await manager.compact()
    say("compacted")
  }
case "compact-full":
  try await compactWithoutRoom()
case "fill":
  try await fill(upTo: UInt64(arguments[4]) ?? 0)
default:
  say("unknown command")
}
try await manager.close()
