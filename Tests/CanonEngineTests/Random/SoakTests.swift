import CanonTestSupport
import Testing

/// The properties of ``PropertyTests`` on fresh cases (``Soak``). Each seed that fails is named, and `CANON_SEED=…` with
/// PropertyTests tells it in full.
@Suite(.enabled(if: Soak.isOn, "CANON_SOAK says for how long"))
struct SoakTests {
  @Test("Case after case")
  func soak() async throws {
    try await Soak("engine").run {
      PropertyCase(seed: $0).problem()
    } tell: {
      Issue.record("\($0)")
    }
  }
}
