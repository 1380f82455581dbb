import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// Folders and the files in them, by their paths.
@Suite struct FolderTests {
  private let folder = TemporaryFolder()

  @Test(
    "A name is joined to a folder with one slash",
    arguments: [
      ("a.wav", "x", "x/a.wav"), ("a.wav", "x/", "x/a.wav"), ("a.wav", "/", "/a.wav"),
      ("a.wav", ".", "./a.wav"),
      ("b/a.wav", "x", "x/b/a.wav"),
    ])
  func joined(name: String, folder: String, path: String) {
    #expect(Folder.path(of: name, in: folder) == path)
  }

  @Test(
    "The folder of a file",
    arguments: [
      ("a.wav", "."), ("x/a.wav", "x"), ("/a.wav", "/"), ("/x/a.wav", "/x"), ("./a.wav", "."),
      ("../a.wav", ".."),
      ("", "."), ("x/", "x"),
    ])
  func ofAFile(path: String, folder: String) { #expect(Folder.of(path) == folder) }

  @Test("A folder is there, also by a link; a file, and what is not there, is none")
  func isThere() throws {
    try folder.write([], to: "file")
    #expect(mkdir(folder.file("x"), 0o700) == 0)
    #expect(symlink("x", folder.file("link")) == 0)
    #expect(symlink("none", folder.file("broken")) == 0)
    for name in ["x", "x/", "link", "."] { #expect(Folder.isThere(folder.file(name)), "\(name)") }
    for name in ["file", "broken", "none", "file/x"] {
      #expect(!Folder.isThere(folder.file(name)), "\(name)")
    }
    #expect(!Folder.isThere(""))
  }

  @Test("A folder in which nobody may look is a folder")
  func closed() {
    #expect(mkdir(folder.file("closed"), 0) == 0)
    defer { chmod(folder.file("closed"), 0o700) }
    #expect(Folder.isThere(folder.file("closed")))
  }

  @Test("A file that is not there has the real path of its folder")
  func missing() throws {
    #expect(mkdir(folder.file("x"), 0o700) == 0)
    #expect(symlink("x", folder.file("link")) == 0)
    let real = try #require(ContainedPath.realPath(folder.path))
    #expect(ContainedPath.realPath(ofMissing: folder.file("link/a.toml")) == real + "/x/a.toml")
    #expect(ContainedPath.realPath(ofMissing: folder.file("none/../a.toml")) == folder.file("none/../a.toml"))
    #expect(ContainedPath.realPath(ofMissing: "/a.toml") == "/a.toml")
    let here = try #require(ContainedPath.realPath("."))
    #expect(ContainedPath.realPath(ofMissing: "canon-none.toml") == here + "/canon-none.toml")
  }
}
