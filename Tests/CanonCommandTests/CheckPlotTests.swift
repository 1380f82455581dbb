import CanonLiveSupport
import Foundation
import FoundationXML
import Testing

@testable import canon

/// `canon check --plot`: a picture that can be sent to the composer.
@Suite struct CheckPlotTests {
  private let set: SmallSet

  /// A stem that is right, and one that clicks, has a mean and was cut off.
  init() throws {
    set = try SmallSet(doors: "violin = 2026-12-06", title: "Two <stems> & more")
    try set.writeTone("cello", frames: 9600)
    try set.writeTone("violin", frames: 9600, hertz: 101.3, level: 1.5, mean: 0.25)
  }

  private func draw(_ name: String, _ options: String...) throws -> (canon: Canon, text: String) {
    let path = set.folder.file(name)
    let run = try CanonProcess.run(
      ["check", set.schedule, "--plot", path] + options, environment: ["TZ": "Asia/Tokyo"])
    #expect(run.status == 0 && run.errors == [], "\(run.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return (try Canon("check", set.schedule), text)
  }

  /// The parts of a picture.
  private final class Parts: NSObject, XMLParserDelegate {
    var kinds: [String: Int] = [:]
    var texts: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      if name == "text" { texts.append("") }
      kinds["\(name) \(attributes["class"] ?? "")", default: 0] += 1
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if !texts.isEmpty { texts[texts.count - 1] += text }
    }
  }

  private func parts(_ text: String) throws -> Parts {
    let parts = Parts(), parser = XMLParser(data: Data(text.utf8))
    parser.delegate = parts
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return parts
  }

  @Test("It has the title, each stem's waveform and seam, and the level of the mix")
  func picture() throws {
    let parts = try parts(draw("a.svg").text)
    #expect(parts.texts[0].hasPrefix("Two <stems> & more"))
    #expect(parts.texts.contains { $0.hasPrefix("cello") } && parts.texts.contains { $0.hasPrefix("violin") })
    // Two stems and the mix; a seam of one channel for each stem.
    #expect(parts.kinds["path wave"] == 3 && parts.kinds["path hull"] == 2)
    #expect(parts.texts.contains { $0.contains("0 dBFS") })
  }

  @Test("What is wrong is marked, and told in the words of the warning, below its stem")
  func marks() throws {
    let drawn = try draw("a.svg")
    let parts = try parts(drawn.text)
    let told = parts.texts.joined(separator: " ")
    for words in [
      "this one clicks at each turn", "of full scale (DC)", "cut off at full scale", "the outputs clip",
    ] {
      #expect(told.contains(words), "\(words)")
    }
    #expect(!told.contains(set.folder.path), "the composer's folder is another one")
    // The seam has a line and a circle, the mean a line, each place that was cut off a line.
    #expect(parts.kinds["circle mark"] == 1)
    let cello = try #require(drawn.text.range(of: ">cello")),
      violin = try #require(drawn.text.range(of: ">violin"))
    #expect(!drawn.text[cello.upperBound..<violin.lowerBound].contains("class=\"mark\""))
    #expect(!drawn.text[cello.upperBound..<violin.lowerBound].contains("class=\"bad\""))
    #expect(try #require(parts.kinds["path mark"]) > 10)
    #expect(try #require(parts.kinds["rect over"]) > 0)
  }

  @Test(
    "A page needs nothing from elsewhere, and has colours for light and dark", arguments: ["a.svg", "a.html"])
  func selfContained(name: String) throws {
    let text = try draw(name).text
    #expect(text.hasPrefix(name == "a.svg" ? "<?xml" : "<!doctype html>"))
    #expect(text.contains("prefers-color-scheme:dark"))
    let links = text.replacing("http://www.w3.org/2000/svg", with: "")
    for word in ["http", "href", "src=", "url(", "@import", "<script"] {
      #expect(!links.contains(word), "\(word)")
    }
  }

  @Test("It is in the language that is asked for")
  func language() throws {
    let text = try draw("a.html", "--lang", "ja").text
    #expect(text.contains("<html lang=\"ja\">") && text.contains("最も大きい組み合わせ"))
  }

  @Test("It says what it wrote; with --json standard output stays one object")
  func said() throws {
    let path = set.folder.file("a.svg")
    #expect(try Canon("check", set.schedule, "--plot", path).output.last == "\(path) is written.")
    #expect(try Canon("check", set.schedule, "--plot", path, "--json").output.count == 1)
  }

  @Test("An older picture is replaced, another file stays", arguments: ["mine", "\u{0}\u{1}\u{fffd}"])
  func otherFiles(content: String) throws {
    _ = try draw("a.svg")
    _ = try draw("a.svg")
    let path = try set.folder.write(content, to: "b.svg")
    let canon = try Canon("check", set.schedule, "--plot", path)
    #expect(canon.status == 73)
    #expect(
      canon.errors == [
        "canon: \(path) is not a picture of canon check and would be overwritten. Name another file."
      ])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
  }

  @Test("The name says of which kind it is", arguments: ["a.png", "svg", "a", "a.svg.gz"])
  func names(name: String) throws {
    let canon = try Canon("check", set.schedule, "--plot", name)
    #expect(canon.status == 2)
    #expect(
      canon.errors.first?.contains("--plot \(name): expected the name of a file that ends in .svg or .html.")
        == true)
  }

  @Test("Of a set with errors there is none")
  func errors() throws {
    _ = try set.folder.write("no sound", to: "set/violin set.wav")
    let path = set.folder.file("a.svg")
    #expect(try Canon("check", set.schedule, "--plot", path).status == 65)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "Text in it is text",
    arguments: [
      ("a<b>&\"c'\"", "a&lt;b&gt;&amp;&quot;c&#39;&quot;"), ("\u{1b}[1m", "\\u{1b}[1m"),
      // One character each, in which the mark-up hides.
      ("\u{d4e}<b", "\u{d4e}&lt;b"), ("<\u{301}b", "&lt;\u{301}b"), ("&\u{301}", "&amp;\u{301}"),
      ("\u{ffff}", "\u{fffd}"),
    ])
  func escaped(text: String, expected: String) { #expect(SVGCanvas.escaped(text) == expected) }
}
