import Testing

@testable import CanonTerminal

/// The key that is meant by a name that is none.
@Suite struct NearestKeyTests {
  @Test(
    "The nearest name is offered, those of all function keys among them",
    arguments: [
      ("entr", "enter"), ("pageup", "page-up"), ("f 3", "f3"), ("f 11", "f11"), ("ff12", "f12"),
      ("violin", nil),
    ]
      as [(String, String?)])
  func nearest(name: String, key: String?) {
    #expect(KeyAdvice.nearest(to: name) == key)
  }
}
