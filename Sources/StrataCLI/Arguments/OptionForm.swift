/// An option that a command takes, such as `--cache DIR`.
struct OptionForm: Hashable, Sendable {
  /// Without the dashes.
  let name: String
  /// What stands for the value in help texts; nil for an option without one.
  var value: String?
  /// What it does, in a line or two of help.
  let help: String
  /// Options that make no sense beside this one.
  var excludes: [String] = []

  /// As it is written: `--cache DIR`.
  var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

extension OptionForm {
  static let cache = OptionForm(
    name: "cache", value: "DIR",
    help: "Keep the cache in DIR. Default: $XDG_CACHE_HOME/strata, else ~/.cache/strata.",
    excludes: ["no-cache"])
  static let noCache = OptionForm(name: "no-cache", help: "Keep nothing and look nothing up.")
  static let config = OptionForm(
    name: "config", value: "FILE",
    help: "Read times to live, by domain, from a policy file (JSON5).")
  static let json = OptionForm(
    name: "json", help: "Print JSON, one object a line.", excludes: ["html"])
  static let html = OptionForm(
    name: "html", help: "Print a page with the cards, complete in itself.")
  static let refresh = OptionForm(name: "refresh", help: "Ask the site, whatever the cache has.")
  static let timeout = OptionForm(
    name: "timeout", value: "TIME", help: "Give up on a site after TIME, such as 5s. Default: 15s.")
  static let allowLoopback = OptionForm(
    name: "allow-loopback", help: "Also ask sites on this machine, on any port.")
  static let help = OptionForm(name: "help", help: "Show this help.")
}
