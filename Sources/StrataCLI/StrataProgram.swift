#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where the program begins and ends.
@main
enum StrataProgram {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    let program = Program(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
      terminal: Terminal(environment: environment))
    let work = Task { await program.run() }
    let interruption = Interruption(cancelling: work)
    let status = await work.value
    withExtendedLifetime(interruption) {}
    exit(status.rawValue)
  }
}
