import Testing

@testable import CanonFiles

/// How the text of a set is changed, and what of it stays.
@Suite struct TOMLTextEditTests {
  private let text = """
    # The evening
    title = "A # b"
    [[stem]]
    gain = -3   # not too loud
    id = "a"
    file = "x # y.wav"  # the first take
    channels = [3, 4]

    [[stem]]
    id = "b"
      file = 'z.wav'
    # gain = 4
    [patch]
    master = ["gain"]
    """

  @Test("A value is replaced, a missing key comes below the line, and everything else stays")
  func values() {
    var edit = TOMLTextEdit(text)
    edit.set([("file", "\"b.wav\""), ("gain", "-1.5")], at: 11)
    edit.set([("file", "\"a.wav\""), ("gain", "-9.0"), ("channels", nil)], at: 6)
    #expect(
      edit.text == """
        # The evening
        title = "A # b"
        [[stem]]
        gain = -9.0   # not too loud
        id = "a"
        file = "a.wav"   # the first take

        [[stem]]
        id = "b"
          file = "b.wav"
        gain = -1.5
        # gain = 4
        [patch]
        master = ["gain"]
        """)
  }

  @Test("A key that is not there cannot be taken out, and a place that is not there changes nothing")
  func nothing() {
    var edit = TOMLTextEdit(text)
    edit.set([("region", nil)], at: 6)
    edit.set([("gain", "1")], at: 99)
    edit.set([("gain", "1")], at: 0)
    #expect(edit.text == text)
  }

  @Test("Lines end as they did")
  func returns() {
    var edit = TOMLTextEdit("[[stem]]\r\nid = \"a\"\r\nfile = \"a.wav\" # it\r\n")
    edit.set([("file", "\"b.wav\""), ("gain", "1.0")], at: 3)
    #expect(edit.text == "[[stem]]\r\nid = \"a\"\r\nfile = \"b.wav\"   # it\r\ngain = 1.0\r\n")
    #expect(TOMLTextEdit("a = 1\u{2028}2\nb = 2\r\n").text == "a = 1\u{2028}2\nb = 2\r\n")
  }
}
