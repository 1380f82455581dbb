import CanonEngine
import CanonSession
import Foundation
import Testing

@testable import CanonControl

/// canon's JSON: the same object is always the same text.
@Suite struct JSONTextTests {
  private struct Record: Encodable {
    var zebra = 1
    var inSeconds: Double?
    var asOfDay = "2026-12-06"
    var pathToFile = "a/b"
    var child = Child()

    struct Child: Encodable {
      var isOpen = true
      var name = "ヴァイオリン \"A\"\n\u{1B}"
    }
  }

  @Test(
    "Keys are in snake case and in alphabetical order; what does not apply is left out; slashes stand as they are"
  )
  func keys() {
    #expect(
      JSONText.text(Record())
        == #"{"as_of_day":"2026-12-06","child":{"is_open":true,"name":"ヴァイオリン \"A\"\n\u001b"},"path_to_file":"a/b","zebra":1}"#
    )
    #expect(JSONText.text(Record(inSeconds: 0.5)).contains(#","in_seconds":0.5,"#))
  }

  /// What records hold, as Foundation's encoder has it.
  private struct Everything: Encodable {
    var numbers: [Double] = [0, -0.0, 1, -12, 0.1, 1e-7, 123_456_789.25, 1e15, 1e16, 1e300]
    var singles: [Float] = [0.1, -3, 1e20]
    var whole: [Int64] = [0, .min, .max]
    var small: UInt8 = 255
    var large = UInt64.max
    var status: Int32 = -1
    var lists: [[String]] = [[], ["a"], ["b", "c"]]
    var missing: [Int?] = [1, nil]
    var byName = ["aB": Inner(), "a": Inner()]
    var isURLKnown = true
    var texts =
      (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) } + ["\u{85}\u{2028}", "é", "e\u{301}", "👩‍🎤"]
    var inner: Inner?

    struct Inner: Encodable {
      var isOn = false
      var inSeconds: Double? = nil
      var in2Bars = 2
    }
  }

  @Test("The text is the same as that of Foundation's encoder, for everything that a record holds")
  func asFoundation() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let text = String(decoding: try encoder.encode(Everything(inner: .init())), as: UTF8.self)
    #expect(JSONText.text(Everything(inner: .init())) == text)
    encoder.keyEncodingStrategy = .useDefaultKeys
    #expect(
      JSONText.text(Everything(), keepsKeys: true)
        == String(decoding: try encoder.encode(Everything()), as: UTF8.self))
  }

  @Test("An object whose members are added one by one is the same text")
  func oneByOne() {
    func text(_ add: (inout JSONObjectText) -> Void) -> String {
      var object = JSONObjectText()
      add(&object)
      return object.end()
    }
    let doubles = Everything().numbers + [999_999_999_999_999, -999_999_999_999_999.5, -1e15, .nan]
    for value in doubles { #expect(text { $0.add("a", value) } == JSONText.text(["a": value]), "\(value)") }
    for value in [0, 7, -10, .min, .max] as [Int64] {
      #expect(text { $0.add("a", value) } == JSONText.text(["a": value]))
    }
    for value in Everything().texts { #expect(text { $0.add("a", value) } == JSONText.text(["a": value])) }
    #expect(text { $0.add("a", UInt32.max) } == #"{"a":4294967295}"#)
    #expect(text { $0.add("a", Int?.none) } == "{}" && text { $0.add("a", String?.none) } == "{}")
    #expect(
      text {
        $0.add("a", true)
        $0.add("b", encoded: [1, 2])
        $0.add("c", JSONDecibels.silence)
      } == #"{"a":true,"b":[1,2],"c":"-inf"}"#)
  }

  @Test("An object is one line, whatever its texts hold")
  func oneLine() {
    var record = Record()
    record.child.name = "a\nb\r\u{85}c\u{2028}"
    #expect(!JSONText.text(record).contains { $0 == "\n" || $0 == "\r" || $0 == "\r\n" })
  }

  @Test(
    "What JSON has no number for makes an empty object, not half a line", arguments: [Double.nan, .infinity])
  func noNumber(number: Double) { #expect(JSONText.text(Record(inSeconds: number)) == "{}") }

  @Test("A gain is a number; silence, which JSON has no number for, is the word that a command has for it")
  func decibels() throws {
    func text(_ value: Double) throws -> String {
      JSONText.text([JSONDecibels(try #require(Decibels(value)))])
    }
    #expect(try text(-5.3) == "[-5.3]")
    #expect(try text(0) == "[0]")
    #expect(try text(24) == "[24]")
    #expect(JSONText.text([JSONDecibels(.silence)]) == #"["-inf"]"#)
    #expect(
      try CommandParser.parse("gain cello -inf") == .gain(StemSelection(["cello"]), .silence), "the same word"
    )
  }

  @Test("Where events were dropped, their number stands in their place, for people too")
  func missed() {
    #expect(MissedRecord(count: 7).json == #"{"count":7,"event":"missed"}"#)
    #expect(
      MissedRecord(count: 1).text(.english) == "1 event was dropped because the reader fell behind.")
    #expect(
      MissedRecord(count: 7).text(.english) == "7 events were dropped because the reader fell behind.")
    #expect(MissedRecord(count: 7).text(.japanese).contains("7"))
  }
}
