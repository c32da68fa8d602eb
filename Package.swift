// swift-tools-version: 6.2
import PackageDescription

// One settings list for every Swift target.
let settings: [SwiftSetting] = [
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
  .enableUpcomingFeature("ExistentialAny"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
  .enableUpcomingFeature("MemberImportVisibility"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "Strata",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Strata", targets: ["Strata"]),
    .library(name: "StrataLMDB", targets: ["StrataLMDB"]),
    .library(name: "StrataOpenGraph", targets: ["StrataOpenGraph"]),
    .library(name: "StrataPublicSuffix", targets: ["StrataPublicSuffix"]),
    .library(name: "StrataZstd", targets: ["StrataZstd"]),
    .library(name: "StrataTesting", targets: ["StrataTesting"]),
    .library(name: "URLEmbeddedViewCompat", targets: ["URLEmbeddedViewCompat"]),
    .executable(name: "strata", targets: ["StrataCLI"]),
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
  ],
  targets: [
    // The core: the standard library, Synchronization and FoundationEssentials only.
    .target(name: "Strata", swiftSettings: settings),

    // The disk tier. Every call into liblmdb goes through the C target, which guards it.
    .systemLibrary(
      name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .target(name: "CStrataLMDB", dependencies: ["CLMDB"]),
    .target(
      name: "StrataLMDB", dependencies: ["Strata", "CStrataLMDB"], swiftSettings: settings),

    // Link previews: HTML by gumbo, XHTML by libxml2, HTTP by libcurl, host names by libidn2.
    .systemLibrary(
      name: "CGumbo", pkgConfig: "gumbo",
      providers: [.apt(["libgumbo-dev"]), .brew(["gumbo-parser"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CIDN2", pkgConfig: "libidn2",
      providers: [.apt(["libidn2-dev"]), .brew(["libidn2"])]),
    .target(
      name: "CStrataWeb", dependencies: ["CCurl", "CGumbo", "CLibXML2", "CIDN2"],
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS, .iOS]))]),
    .target(
      name: "StrataOpenGraph", dependencies: ["Strata", "CStrataWeb", "CGumbo", "CLibXML2"],
      swiftSettings: settings),

    // Registrable domains by the public suffix list.
    .systemLibrary(
      name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"]), .brew(["libpsl"])]),
    .target(
      name: "StrataPublicSuffix", dependencies: ["Strata", "CPSL"], swiftSettings: settings),

    // Values compressed on disk.
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .target(name: "StrataZstd", dependencies: ["Strata", "CZstd"], swiftSettings: settings),

    .target(name: "StrataTesting", dependencies: ["Strata"], swiftSettings: settings),
    .target(
      name: "URLEmbeddedViewCompat", dependencies: ["Strata", "StrataOpenGraph", "StrataLMDB"],
      swiftSettings: settings),

    .executableTarget(
      name: "StrataCLI",
      dependencies: [
        "Strata", "StrataLMDB", "StrataOpenGraph", "StrataPublicSuffix", "CTSanMutex",
      ],
      swiftSettings: settings),

    // The benchmarks, with the peers that they measure against.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "CBenchmarks", path: "Benchmarks/Shim"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Strata", "StrataLMDB", "CLMDB", "CSQLite", "CBenchmarks"],
      path: "Benchmarks", exclude: ["Shim"], swiftSettings: settings),

    // Examples, which the documentation quotes.
    .executableTarget(
      name: "PerDomainTTL", dependencies: ["Strata", "StrataLMDB", "StrataOpenGraph"],
      path: "Examples/PerDomainTTL", swiftSettings: settings),
    .executableTarget(
      name: "LinkCardPage", dependencies: ["Strata", "StrataLMDB", "StrataOpenGraph"],
      path: "Examples/LinkCardPage", swiftSettings: settings),
    .executableTarget(
      name: "SlowFunction", dependencies: ["Strata", "StrataLMDB"], path: "Examples/SlowFunction",
      swiftSettings: settings),
    .executableTarget(
      name: "CustomTier", dependencies: ["Strata"], path: "Examples/CustomTier",
      swiftSettings: settings),
    .executableTarget(
      name: "Cookbook", dependencies: ["Strata", "StrataLMDB", "StrataZstd"],
      path: "Examples/Cookbook", swiftSettings: settings
    ),

    // Shows Swift's Mutex to the thread sanitizer on Linux: once in each program that is tested under it.
    // Empty in all other builds.
    .target(name: "CTSanMutex", path: "Tests/CTSanMutex"),
    .testTarget(
      name: "StrataTests", dependencies: ["Strata", "StrataTesting"], swiftSettings: settings),
    .testTarget(
      name: "StrataTestingTests", dependencies: ["Strata", "StrataTesting"],
      swiftSettings: settings),
    // A process for the tests of the disk tier to kill.
    .executableTarget(
      name: "StrataLMDBTestWriter",
      dependencies: ["Strata", "StrataLMDB", "CLMDB", "CTSanMutex"],
      path: "Tests/StrataLMDBTestWriter", swiftSettings: settings),
    .testTarget(
      name: "StrataPublicSuffixTests", dependencies: ["Strata", "StrataPublicSuffix"],
      swiftSettings: settings),
    .testTarget(
      name: "StrataLMDBTests",
      dependencies: [
        "Strata", "StrataLMDB", "StrataTesting", "CStrataLMDB", "CLMDB", "StrataLMDBTestWriter",
        "CTSanMutex",
      ],
      resources: [.copy("Fixtures")], swiftSettings: settings),
    .testTarget(
      name: "StrataOpenGraphTests",
      dependencies: ["Strata", "StrataOpenGraph", "StrataTesting", "CTSanMutex", "CGumbo"],
      resources: [.copy("Fixtures")], swiftSettings: settings),
    .testTarget(
      name: "URLEmbeddedViewCompatTests",
      dependencies: [
        "Strata", "StrataOpenGraph", "StrataLMDB", "StrataTesting", "URLEmbeddedViewCompat",
        "CSQLite",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "StrataZstdTests",
      dependencies: ["Strata", "StrataLMDB", "StrataTesting", "StrataZstd"],
      swiftSettings: settings),
    // What must hold for any input, of the four readers of what others wrote.
    .target(
      name: "FuzzTargets",
      dependencies: ["Strata", "StrataLMDB", "StrataOpenGraph", "StrataTesting"],
      path: "Tests/FuzzTargets", swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets"], resources: [.copy("Corpus")],
      swiftSettings: settings),
    .testTarget(
      name: "ExamplesTests", dependencies: ["CustomTier", "Strata", "StrataTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "StrataCLITests", dependencies: ["Strata", "StrataCLI", "StrataOpenGraph"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzer, which Scripts/fuzz builds: it links with a sanitizer's runtime only.
if Context.environment["STRATA_FUZZER"] != nil {
  package.targets += [
    .executableTarget(
      name: "Fuzzer", dependencies: ["FuzzTargets"], path: "Tests/Fuzzer",
      swiftSettings: settings)
  ]
}
