/// The policy of the sample run, as text of a policy file: four hosts, four times to live.
enum SamplePolicy {
  static let text = """
    {
      default: { updateInterval: "10d", grace: "30d", failureInterval: "1h" },
      rules: [
        { domains: ["news.localhost"], updateInterval: "15m" },
        { domains: ["shop.localhost"], updateInterval: "6h", grace: "2d" },
        { domains: ["live.localhost"], updateInterval: "1s" },
      ],
    }
    """
}
