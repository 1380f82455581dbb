import Foundation

/// How much the long campaigns do: random cases, mutants, seeds. `make test` and the gate run a part of them; `make
/// test-long`, which sets `CANON_LONG=1`, runs all of it.
public enum LongCampaign {
  public static let isOn = ProcessInfo.processInfo.environment["CANON_LONG"] == "1"

  /// - Parameters:
  ///   - usual: How many in `make test`.
  ///   - long: How many in `make test-long`.
  public static func count(_ usual: Int, long: Int) -> Int { isOn ? long : usual }
}
