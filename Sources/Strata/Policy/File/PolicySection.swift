/// One object of a policy file that holds settings, and how its fields are read.
///
/// A field that is missing is nil; one of the wrong kind, or with an unknown name, is an error with its
/// place.
struct PolicySection {
  /// What errors call it: `default`, or as in `rule 2 (news.example.com)`.
  var rule: String
  let text: String
  private let members: [JSON5Node.Member]
  private let offset: Int

  init(_ node: JSON5Node, rule: String, field: String = "", of text: String) throws(PolicyError) {
    self.rule = rule
    self.text = text
    offset = node.offset
    guard case .object(let members) = node.value else {
      throw Self.error(
        rule: rule, field: field, "expected an object in {}, found \(node.kind)", at: offset,
        in: text)
    }
    self.members = members
  }

  static func error(
    rule: String, field: String, _ message: String, at offset: Int, in text: String
  ) -> PolicyError {
    let place = JSON5Place(offset: offset, in: text)
    return PolicyError(
      rule: rule, field: field, message: message, line: place.line, column: place.column)
  }

  func error(_ field: String, _ message: String, at offset: Int? = nil) -> PolicyError {
    let name = field.prefix { $0 != "." }
    let known = members.first { $0.name == name }?.node.offset
    return Self.error(
      rule: rule, field: field, message, at: offset ?? known ?? self.offset, in: text)
  }

  /// Refuses names that are not known.
  ///
  /// - Parameter aliases: Names that other caches use, and what they are called here.
  func checkNames(
    _ names: [String], aliases: [String: String] = [:], prefix: String = ""
  ) throws(PolicyError) {
    for member in members where !names.contains(member.name) {
      let meant = aliases[member.name.lowercased()] ?? NearestName.of(member.name, among: names)
      let hint = meant.map { "did you mean \"\($0)\"?" }
      throw error(
        prefix + member.name,
        "unknown name; " + (hint ?? "known are \(names.joined(separator: ", "))"),
        at: member.offset)
    }
  }

  subscript(name: String) -> JSON5Node? {
    members.first { $0.name == name }?.node
  }

  func string(_ name: String, _ example: String) throws(PolicyError) -> String? {
    guard let node = self[name] else { return nil }
    guard case .string(let text) = node.value else {
      throw error(name, "expected a string such as \(example), found \(node.kind)")
    }
    return text
  }

  func number(_ name: String) throws(PolicyError) -> Double? {
    guard let node = self[name] else { return nil }
    guard case .number(let number) = node.value else {
      throw error(name, "expected a number, found \(node.kind)")
    }
    return number
  }

  func bool(_ name: String) throws(PolicyError) -> Bool? {
    guard let node = self[name] else { return nil }
    guard case .bool(let bool) = node.value else {
      throw error(name, "expected true or false, found \(node.kind)")
    }
    return bool
  }

  func duration(_ name: String) throws(PolicyError) -> Duration? {
    guard let text = try string(name, "\"90s\"") else { return nil }
    do { return try Duration(written: text) } catch { throw self.error(name, "\(error)") }
  }

  func timeToLive(_ name: String) throws(PolicyError) -> TimeToLive? {
    guard let text = try string(name, "\"10d\" or \"never\"") else { return nil }
    do { return try TimeToLive(written: text) } catch { throw self.error(name, "\(error)") }
  }

  func timeLimit(_ name: String) throws(PolicyError) -> TimeLimit? {
    guard let text = try string(name, "\"15s\" or \"unlimited\"") else { return nil }
    if text == "unlimited" { return .unlimited }
    do { return .after(try Duration(written: text)) } catch { throw self.error(name, "\(error)") }
  }

  /// The strings of an array; one string alone counts as an array of one.
  func strings(_ name: String, _ example: String) throws(PolicyError) -> [(String, Int)]? {
    guard let node = self[name] else { return nil }
    let elements: [JSON5Node]
    switch node.value {
    case .array(let nodes): elements = nodes
    case .string: elements = [node]
    default: throw error(name, "expected an array such as [\(example)], found \(node.kind)")
    }
    var strings: [(String, Int)] = []
    for element in elements {
      guard case .string(let text) = element.value else {
        throw error(
          name, "expected a string such as \(example), found \(element.kind)", at: element.offset)
      }
      strings.append((text, element.offset))
    }
    return strings
  }
}
