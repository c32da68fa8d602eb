// A process for tests to kill, stop and watch: it writes to a cache directory and tells on standard output
// what was acknowledged.
//
//     StrataLMDBTestWriter write DIRECTORY DURABILITY FIRST   writes keys FIRST, FIRST + 1, … until killed
//     StrataLMDBTestWriter mixed DIRECTORY DURABILITY SEED    mixed work on a few keys until killed
//     StrataLMDBTestWriter get DIRECTORY KEY                  one read
//     StrataLMDBTestWriter delete DIRECTORY KEY               one removal
//     StrataLMDBTestWriter clear DIRECTORY                    removes everything

import Foundation
import Strata
import StrataLMDB

let arguments = CommandLine.arguments
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
default:
  say("unknown command")
}
try await manager.close()
