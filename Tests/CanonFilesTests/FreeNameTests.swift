import CanonFiles
import Testing

@Suite struct FreeNameTests {
  @Test(
    "The first free name is taken",
    arguments: [
      ("a.wav", [], "a.wav"), ("a.wav", ["a.wav"], "a-2.wav"),
      ("x/a.b.flac", ["x/a.b.flac", "x/a.b-2.flac"], "x/a.b-3.flac"),
      ("takes", ["takes"], "takes-2"), ("../.wav", ["../.wav"], "../.wav-2"), ("a.d/b", ["a.d/b"], "a.d/b-2"),
    ] as [(String, [String], String)])
  func free(named: String, taken: [String], expected: String) {
    #expect(FreeName.first(named) { !taken.contains($0) } == expected)
  }
}
