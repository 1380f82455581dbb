import CanonLiveSupport
import CanonNetwork
import Foundation
import Testing

@testable import CanonControl
@testable import CanonWeb

/// The picture of a code, as a camera reads it.
@Suite struct QRCodeTests {
  static let isTested = Tool.isTested("zbarimg")

  @Test(
    "A camera reads from the terminal the link that pairs, on small screens too",
    .enabled(if: isTested),
    arguments: ["192.168.100.200:8321", "[2001:db8:1234:5678:9abc:def0:1234:5678]:8321"])
  func read(address: String) throws {
    let place = try #require(NetworkPlace(address))
    let access = WebAccess(place, pairs: true, folder: nil) { _ in }
    let invitation = access.invitation(to: .play)
    #expect(invitation.link == "http://\(address)/#\(invitation.code.filter { $0 != "-" })")
    for language in Desk.Language.allCases {
      let lines = PairingText.lines(invitation, language)
      #expect(try Self.readPicture(lines) == invitation.link.uppercased())
      #expect(lines.joined(separator: "\n").contains(invitation.code))
      if !address.hasPrefix("[") { #expect(lines.count == 15, "it fits on a screen of 24 rows") }
    }
  }

  @Test("Where no picture can be shown the words say everything")
  func words() throws {
    let place = try #require(NetworkPlace("192.168.1.20:8321"))
    let access = WebAccess(place, pairs: true, folder: nil) { _ in }
    let invitation = access.invitation(to: .look)
    let text = PairingText.lines(invitation, .english, draws: false).joined(separator: "\n")
    #expect(text.contains(invitation.link) && text.contains(invitation.code) && text.contains("not play"))
    #expect(!text.contains { "▀▄█".contains($0) } && !text.contains("camera"))
  }

  @Test("A phone reaches nothing of this machine alone, so that there is no picture of it")
  func here() throws {
    let place = try #require(NetworkPlace("127.0.0.1:8321"))
    let access = WebAccess(place, pairs: true, folder: nil) { _ in }
    let lines = PairingText.lines(access.invitation(to: .play), .english)
    #expect(!PairingText.hasPicture(lines) && lines.first == "Open")
  }

  @Test func aTextThatIsTooLongHasNoPicture() {
    #expect(QRCode.rows(String(repeating: "x", count: 5000)).isEmpty)
  }

  /// What a camera sees: eight pixels for each square, light where characters are.
  private static func readPicture(_ lines: [String]) throws -> String {
    let rows = lines.filter { "█▀▄".contains($0.first ?? " ") }.map { $0.prefix { "█▀▄ ".contains($0) } }
    // Behind the picture there are two spaces and words.
    let width = try #require(
      rows.first?.lastIndex { "█▀▄".contains($0) }.map {
        rows[0].distance(from: rows[0].startIndex, to: $0) + 1
      })
    let squares = rows.flatMap { row in
      ["█▀", "█▄"].map { light in row.prefix(width).map { light.contains($0) } }
    }
    let scale = 8
    let pixels = squares.flatMap { row in
      [[UInt8]](repeating: row.flatMap { [UInt8](repeating: $0 ? 255 : 0, count: scale) }, count: scale)
        .joined()
    }
    let folder = try TestFolder()
    let picture = Data("P5 \(width * scale) \(squares.count * scale) 255\n".utf8) + Data(pixels)
    try picture.write(to: URL(fileURLWithPath: folder.file("code.pgm")))
    let zbar = Process()
    zbar.executableURL = URL(fileURLWithPath: try #require(Tool.path("zbarimg")))
    zbar.arguments = ["--raw", "-q", folder.file("code.pgm")]
    let output = Pipe()
    zbar.standardOutput = output
    try zbar.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    zbar.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
