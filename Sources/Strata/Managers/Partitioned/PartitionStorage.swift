/// What becomes of a partition's records when it is closed: what removals must know to reach them all.
public enum PartitionStorage: Sendable {
  /// They go, as those in memory do: a partition that is not open has none.
  case transient
  /// They stay where they are stored, and are there again when the partition is opened, also in another
  /// run. A removal opens the partitions that it concerns.
  ///
  /// - Parameter names: The names of all partitions that may have records stored; `PartitionName` reads
  ///   them back from the names of files. Called at removals of everything and of tags.
  case persistent(names: @Sendable () throws -> [String])

  var isPersistent: Bool {
    if case .persistent = self { true } else { false }
  }

  /// The names of partitions that may have records without being open.
  func names(for tier: String) throws(CacheError) -> [String] {
    guard case .persistent(let names) = self else { return [] }
    do { return try names() } catch let error as CacheError { throw error } catch {
      throw CacheError(
        .inputOutput, tier: tier, message: "the stored partitions could not be listed",
        underlying: error)
    }
  }
}
