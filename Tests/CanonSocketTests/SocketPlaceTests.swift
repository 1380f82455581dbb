import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSocket

/// Where the sockets are, and who may open them.
@Suite struct SocketPlaceTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func itIsInTheRuntimeFolderElseInTheUsersOwn() {
    #expect(SocketPlace.usual(environment: ["XDG_RUNTIME_DIR": "/run/user/7"]).folder == "/run/user/7/canon")
    #expect(SocketPlace.usual(environment: [:]).folder == "/tmp/canon-\(getuid())")
    #expect(
      SocketPlace.usual(environment: ["XDG_RUNTIME_DIR": "relative"]).folder == "/tmp/canon-\(getuid())",
      "as XDG says, a relative path does not count")
    #expect(SocketPlace(folder: "/run").path(of: "canon-2") == "/run/canon-2.sock")
  }

  @Test func theFolderIsMadeForItsUserAlone() throws {
    let place = SocketPlace(folder: folder.file("canon"))
    try place.prepare()
    #expect(try mode(place.folder) == 0o700)
    for mode in [0o755, 0o701, 0o710] as [mode_t] {
      chmod(place.folder, mode)
      try place.prepare()
      #expect(try self.mode(place.folder) == 0o700)
    }
  }

  @Test("A client trusts only a folder that nobody else can change", arguments: [0o770, 0o702, 0o722])
  func othersMayWrite(mode: Int) throws {
    let place = SocketPlace(folder: folder.file("canon"))
    try place.prepare()
    try place.check()
    chmod(place.folder, mode_t(mode))
    #expect(throws: SocketProblem.notPrivate(place.folder)) { try place.check() }
  }

  @Test func aLinkOrAFileInItsPlaceIsRefused() throws {
    let real = folder.file("real"), link = folder.file("link")
    try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
    symlink(real, link)
    #expect(throws: SocketProblem.notOurs(link)) { try SocketPlace(folder: link).prepare() }
    let file = try folder.write("", to: "file")
    #expect(throws: SocketProblem.notOurs(file)) { try SocketPlace(folder: file).prepare() }
  }

  @Test(
    "A folder of another user is refused, whatever its permissions",
    .enabled(if: getuid() == 0, "only root can give a folder away"))
  func ofAnotherUser() throws {
    let place = SocketPlace(folder: folder.file("canon"))
    try place.prepare()
    try #require(chown(place.folder, 65_534, 65_534) == 0)
    #expect(throws: SocketProblem.notOurs(place.folder)) { try place.prepare() }
    #expect(throws: SocketProblem.notOurs(place.folder)) { try place.check() }
  }

  @Test func aFolderThatCannotBeMadeIsNamed() {
    let path = folder.file("no/canon")
    #expect(throws: SocketProblem.folder(path, ENOENT)) { try SocketPlace(folder: path).prepare() }
  }

  @Test("Every problem says what to do, in so many words")
  func remedies() {
    let remedies: [(SocketProblem, [String])] = [
      (.folder("/x", EACCES), ["set XDG_RUNTIME_DIR to a folder of yours."]),
      (
        .notOurs("/x"),
        ["is not a folder of this user.", "Remove it, or set XDG_RUNTIME_DIR to a folder of yours."]
      ),
      (.notPrivate("/x"), ["can be changed by other users", "Run chmod 700 on it."]),
      (.cannotListen("/x", "busy"), ["cannot listen there: busy.", "or give --no-control."]),
      (.notASocket("/x"), ["is not a socket.", "Remove it, give another --name, or give --no-control."]),
      (
        .tooLong("/x"),
        [
          "the 103 bytes of a socket's address.",
          "Set XDG_RUNTIME_DIR to a shorter path, or give a shorter --name.",
        ]
      ),
    ]
    for (problem, parts) in remedies {
      let text = problem.text(.english)
      #expect(
        text.hasPrefix("\"/x\"") && parts.allSatisfy(text.contains) && text.hasSuffix(parts.last!), "\(text)")
    }
  }

  @Test("Every problem names the thing and the remedy")
  func wordings() {
    let problems: [SocketProblem] = [
      .folder("/x", EACCES), .notOurs("/x"), .notPrivate("/x"), .cannotListen("/x", "busy"), .tooLong("/x"),
      .noAnswer("/x"),
    ]
    for problem in problems {
      #expect(problem.text(.english).hasPrefix("\"/x\"") && problem.text(.english).count > 20)
    }
    #expect(SocketProblem.folder("/x", EACCES).text(.english).contains("Permission denied"))
    for problem in problems + [
      .notASocket("/x"), .nobody(name: "/x", others: []), .nobody(name: "/x", others: ["a"]),
    ] {
      let text = problem.text(.japanese)
      #expect(text.hasPrefix("「/x」") && text.hasSuffix("。"), "\(text)")
      #expect(JapaneseText.englishWords(in: text) == [], "\(text)")
    }
    #expect(
      SocketProblem.nobody(name: "x", others: ["canon", "canon-2"]).text(.japanese)
        == "「x」という canon は動いていません。動いているのはcanon、canon-2です。--name で指定してください。")
    #expect(
      SocketProblem.nobody(name: "canon", others: []).text(.english)
        == "no canon called \"canon\" is running. Start one with \"canon play\".")
    #expect(
      SocketProblem.nobody(name: "x", others: ["canon", "canon-2"]).text(.english)
        == "no canon called \"x\" is running. Running: canon, canon-2. Name one with --name.")
  }
}
