import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// Paths that a file names, which may not lead out of its folder.
@Suite struct ContainedPathTests {
  private let folder = TemporaryFolder()

  private func refusal(_ relative: String) -> ContainedPath.Refusal? {
    do throws(ContainedPath.Refusal) {
      let path = try ContainedPath.resolve(relative, below: folder.path)
      #expect(path == folder.path + "/" + relative)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A path is refused as soon as it leaves the folder, be it there or not",
    arguments: [
      ("a.wav", nil), ("x/a.wav", nil), ("./a.wav", nil), ("x/../a.wav", nil), ("x/./../y//a.wav", nil),
      ("a~", nil), ("..a", nil), ("...", nil), ("x/y/../../a", nil), ("", .empty), ("/a.wav", .absolute),
      ("/", .absolute), ("~/a.wav", .absolute), ("~", .absolute), ("..", .outside), ("../a.wav", .outside),
      ("x/../../a.wav", .outside), ("x/../../x/a.wav", .outside), ("./../a", .outside),
    ] as [(String, ContainedPath.Refusal?)])
  func paths(relative: String, expected: ContainedPath.Refusal?) {
    #expect(refusal(relative) == expected)
  }

  @Test("A link may lead anywhere below the folder, but not outside")
  func links() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.file("x"), withIntermediateDirectories: false)
    try folder.write([], to: "x/a")
    let beside = TemporaryFolder()
    try beside.write([], to: "a")
    func link(_ name: String, _ target: String) throws {
      try manager.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }
    try link("inside", "x/a")
    try link("round", folder.path + "/x")
    try link("outside", beside.file("a"))
    try link("folder", beside.path)
    try link("nowhere", beside.file("none"))
    #expect(refusal("inside") == nil)
    #expect(refusal("round/a") == nil)
    #expect(refusal("outside") == .outside)
    #expect(refusal("folder/a") == .outside)
    #expect(refusal("nowhere") == nil, "opening it says so")
  }

  @Test("A folder whose name begins the same is a different one")
  func nearlyTheSame() throws {
    let other = folder.path + "-2"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: other) }
    try Data().write(to: URL(fileURLWithPath: other + "/a"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: other + "/a")
    #expect(refusal("link") == .outside)
    #expect(refusal(".") == .outside, "the folder itself is not below it")
  }

  @Test("Everything lies below the root")
  func root() throws {
    #expect(try ContainedPath.resolve("etc/passwd", below: "/") == "//etc/passwd")
  }

  @Test("A path without its links; none where there is nothing")
  func realPaths() throws {
    try folder.write([], to: "a")
    try FileManager.default.createSymbolicLink(atPath: folder.file("b"), withDestinationPath: "a")
    let real = try #require(ContainedPath.realPath(folder.path))
    #expect(ContainedPath.realPath(folder.file("./b")) == real + "/a")
    #expect(ContainedPath.realPath(folder.file("c")) == nil)
  }
}
