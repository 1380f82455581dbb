import Testing

@testable import CanonFiles

/// canon's own folders below a person's home.
@Suite struct UserFolderTests {
  @Test(
    "The variable counts before the home; what is no absolute path is ignored",
    arguments: [
      (["HOME": "/home/a"], "/home/a/.config/canon", "/home/a/.local/state/canon"),
      (["HOME": "/home/a", "XDG_CONFIG_HOME": "/c"], "/c/canon", "/home/a/.local/state/canon"),
      (["HOME": "/home/a", "XDG_STATE_HOME": "/s"], "/home/a/.config/canon", "/s/canon"),
      (["XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c"], "/c/canon", "/s/canon"),
      (
        ["HOME": "/home/a", "XDG_STATE_HOME": "s", "XDG_CONFIG_HOME": ""], "/home/a/.config/canon",
        "/home/a/.local/state/canon"
      ),
      (["HOME": "home"], nil, nil), ([:], nil, nil),
    ] as [([String: String], String?, String?)])
  func folders(environment: [String: String], configuration: String?, state: String?) {
    #expect(UserFolder.configuration.path(environment) == configuration)
    #expect(UserFolder.state.path(environment) == state)
  }

  @Test("What can be made again has a folder of its own")
  func cache() {
    #expect(UserFolder.cache.path(["HOME": "/home/a"]) == "/home/a/.cache/canon")
    #expect(UserFolder.cache.path(["HOME": "/home/a", "XDG_CACHE_HOME": "/x"]) == "/x/canon")
    #expect(UserFolder.cache.path(["HOME": "/home/a", "XDG_CACHE_HOME": "x"]) == "/home/a/.cache/canon")
  }
}
