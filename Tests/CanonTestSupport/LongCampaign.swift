import Foundation

/// The size of the long campaigns: random cases, mutants, seeds. `make test` and the gate run a part of them; `make
/// test-long`, which sets `CANON_LONG=1`, runs all of them.
public enum LongCampaign {
  public static let isOn = ProcessInfo.processInfo.environment["CANON_LONG"] == "1"

  /// - Parameters:
  ///   - usual: The number in `make test`.
  ///   - long: The number in `make test-long`.
  public static func count(_ usual: Int, long: Int) -> Int { isOn ? long : usual }

  /// The seeds of random cases: those of the campaign with some that are always there, or the one that `CANON_SEED` names.
  /// - Parameters:
  ///   - usual: The number of seeds in `make test`.
  ///   - long: The number in `make test-long`.
  ///   - always: Those that were wrong once.
  public static func seeds(_ usual: Int, long: Int, always: Set<UInt64> = []) -> [UInt64] {
    if let seed = ProcessInfo.processInfo.environment["CANON_SEED"].flatMap(UInt64.init) { return [seed] }
    return always.union(0..<UInt64(count(usual, long: long))).sorted()
  }

  /// The minutes after which a test hangs. All tests of a process run at once, beside other processes, so that each of
  /// them may take as long as all of them.
  public static let minutes = isOn ? 720 : 30
}
