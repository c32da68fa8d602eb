/// Lists the tiers of a stack, fastest first, as in `TieredCacheManager { memory; disk }`.
@resultBuilder
public enum TierBuilder<Value: Sendable> {
  public static func buildExpression(_ manager: any CacheManager<Value>) -> [Tier<Value>] {
    [Tier(manager)]
  }
  public static func buildExpression(_ tier: Tier<Value>) -> [Tier<Value>] { [tier] }
  public static func buildExpression(_ tiers: [Tier<Value>]) -> [Tier<Value>] { tiers }
  public static func buildBlock(_ tiers: [Tier<Value>]...) -> [Tier<Value>] { tiers.flatMap { $0 } }
  public static func buildOptional(_ tiers: [Tier<Value>]?) -> [Tier<Value>] { tiers ?? [] }
  public static func buildEither(first tiers: [Tier<Value>]) -> [Tier<Value>] { tiers }
  public static func buildEither(second tiers: [Tier<Value>]) -> [Tier<Value>] { tiers }
  public static func buildArray(_ tiers: [[Tier<Value>]]) -> [Tier<Value>] { tiers.flatMap { $0 } }
}
