import CanonTestSupport
import Testing

@testable import CanonFiles

/// What canon reads in a text is what TOML 1.0 says it means.
@Suite struct TOMLOracleTests {
  /// With everything in them that TOML has.
  static let documents = [
    """
    title = "a \\"b\\" \\u00e9 \\U0001f3bb \\t\\\\" # comment
    'literal key' = 'C:\\path'
    "quoted é" = ''
    a.b."c d".e = 1
    a.b.f = [1, 2, [3.5, "x"], { y = true, z.w = false }, ]
    lines = \"""
    one
      two \\
        three""\"""
    raw = '''
    a\\b
    'c' '''

    [t]
    int = [0, +1, -17, 1_000, 0xdead_BEEF, 0o755, 0b1010]
    float = [1.0, -0.5, 1e3, 6.02E+23, 1_0.0_1, inf, -inf, +nan]
    date = [2026-12-06, 2024-02-29, 18:00:00, 18:00:00.25, 2026-12-06T18:00:00, 2026-12-06 18:00:00.5]
    zone = [2026-12-06T18:00:00Z, 2026-12-06T18:00:00-09:30, 2026-12-06t00:00:00+00:00]
    [t.u]
    v = { }
    [t.u.w.x]
    [[s]]
    id = "a"
    [s.q]
    start = "bar"
    [[s]]
    id = "b"
    [[s.list]]
    n = 1
    [[s.list]]
    n = 2
    [s.q]
    """,
    "[a.b.c]\nz = 9\n[a]\nd.e = 1\nd.f = 2\n[a.b]\ny = 3\n[ a . g ]\n",
    "x = [\n 1, # one\n\n 2\n]\r\ny = 3\r\n",
    "[fruit]\napple.color = \"red\"\napple.taste.sweet = true\n[fruit.apple.texture]\nsmooth = true\n",
    "a = 1\n[b]\nc = []\n[[d]]\n[d.e]\n[[d]]\n[d.e]\nf = 1\n",
    "[a.b.c]\nx = 1\n[a]\nb.y = 2\n",
    "a = \"\"\"one \\\n\n   \n  two\\  \n three\"\"\"\nb = \"\"\"\n\nx\"\"\"\nc = '''\n\n'y'\n''''\n",
    "a = [\t1 ,\n# c\n 2 # d\n]\nb = [ ]\nc = {x = 1, y.z = 'q' }\nd = [[1], [{}, 'e']]\n",
    "a = \"\\b\\f\\r\\n\\t\\\"\\\\\\u00E9\\U0001F3BB\"\n\"\" = 1\n\"a b\".c = 2\n1.2 = 3\n",
    "a = 1_2e+0_1\nb = 0.0E0\nc = -0\nd = 9223372036854775807\ne = -9223372036854775808\nf = +9.5\n",
    "a = nan\nb = -nan\nc = +nan\nd = +inf\ne = [-inf, inf]\nf = {x = true, y = false}\n",
    "a = 2000-02-29\nb = 1900-02-28\nc = 23:59:59\nd = 2026-12-06T18:00:00+00:30\ne = 2026-12-06 18:00:00z\n",
  ]

  @Test(arguments: documents) func goodTextsAreRead(text: String) throws {
    let meant = try #require(try TOMLOracle.read([text])[0])
    #expect(TOMLOracle.text(text) == meant)
  }

  /// Damaged texts are refused where they are not TOML any more, and mean what they mean where they are.
  @Test(arguments: 0..<UInt64(LongCampaign.count(1, long: 20))) func damagedTextsToo(seed: UInt64) throws {
    var mutants = TextMutants(Self.documents, seed: seed)
    let texts = (0..<5000).map { _ in mutants.next() }
    for (text, meant) in zip(texts, try TOMLOracle.read(texts)) {
      let found = TOMLOracle.text(text)
      if found == meant { continue }
      try #require(
        Self.mayDiffer(text, meant),
        "\(text.debugDescription) is read as \(found ?? "-"), not \(meant ?? "-")")
    }
  }

  /// Where canon knows less than Python, or more: depth, whole numbers beyond 64 bits, the year 0.
  private static func mayDiffer(_ text: String, _ meant: String?) -> Bool {
    var parser = TOMLParser(text)
    parser.parse()
    if meant == nil { return text.contains("0000-") }
    return !parser.problems.isEmpty
      && parser.problems.allSatisfy {
        $0.advice == TOMLAdvice.tooDeep(most: TOMLParser.mostDepth) || $0.advice == TOMLAdvice.tooLarge
      }
  }
}
