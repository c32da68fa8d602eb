/// Why a text is no JSON5, and where.
struct JSON5Error: Error {
  /// Where it is at fault, in Unicode scalars from its start.
  let offset: Int
  let message: String
}
