import CJack
import CanonSession
import Testing

@testable import CanonJack

/// What keeps canon from a server, in sentences: which server, why, and the way on.
@Suite struct JackProblemTests {
  @Test(
    "A message names the server, the reason and the remedy",
    arguments: [
      (
        JackProblem.noServer(name: nil),
        "no JACK server (default) answers. Start one, e.g. with qjackctl or \"jackd -d alsa\"; or let canon start a "
          + "private one (without --no-start-server and --server); or play to a file with \"canon render\". A server "
          + "that runs elsewhere is reached with --server NAME or JACK_DEFAULT_SERVER, by the same user."
      ),
      (
        .refused(name: "studio", status: UInt32(JackVersionError.rawValue)),
        "the JACK server \"studio\" refused canon: its protocol is of another version. Restart the server if it goes on."
      ),
      (
        .refused(name: nil, status: UInt32(JackShmFailure.rawValue)),
        "the JACK server (default) refused canon: no access to shared memory. Restart the server if it goes on."
      ),
      (
        .unsupportedRate(1000),
        "the JACK server runs at 1000 Hz; expected 8000 to 384000. Choose another rate."
      ),
      (
        .port("cello_1"),
        "the port \"cello_1\" could not be made: expected at most 2032 ports and names of at most 255 bytes. Use fewer "
          + "stems or shorter ids."
      ),
      (.cannotActivate, "the JACK server did not let canon begin. Restart the server."),
      (
        .noJackd,
        "no JACK server answers and none can be started: jackd is not installed. Install it (Debian: apt-get install "
          + "jackd2), or play to a file with \"canon render\"."
      ),
      (
        .privateServer(backend: "dummy", said: "it cannot be"),
        "a private JACK server (dummy) could not be started: it cannot be. Start one yourself, or use \"canon render\"."
      ),
      (
        .noPipeWireJack,
        "PipeWire runs here, but its JACK library is missing. Install it (Debian: apt-get install pipewire-jack)."
      ),
    ])
  func message(_ problem: JackProblem, _ message: String) {
    #expect(problem.message == message)
  }

  @Test("A named server that does not answer is named")
  func namedServer() {
    #expect(
      JackProblem.noServer(name: "studio").message.hasPrefix("no JACK server called \"studio\" answers. "))
  }

  @Test(
    "Each bit of JACK's status has its words",
    arguments: [
      (JackInvalidOption, "an invalid option"), (JackNameNotUnique, "the name is taken"),
      (JackServerFailed, "it cannot be reached"), (JackServerError, "communication failed"),
      (JackNoSuchClient, "no such client"), (JackLoadFailure, "an internal client cannot be loaded"),
      (JackInitFailure, "a client cannot be initialised"), (JackShmFailure, "no access to shared memory"),
      (JackVersionError, "its protocol is of another version"), (JackBackendError, "its backend failed"),
    ])
  func reason(_ bit: JackStatus, _ words: String) {
    #expect(JackProblem.reasons(UInt32(bit.rawValue)) == words)
  }

  @Test("Several reasons are listed, and a status without any is told as a number")
  func reasons() {
    let both = UInt32(JackServerFailed.rawValue) | UInt32(JackServerError.rawValue)
    #expect(JackProblem.reasons(both) == "it cannot be reached, communication failed")
    #expect(JackProblem.reasons(1) == "status 1")
  }

  // MARK: - Japanese

  @Test(
    "In Japanese it names the server, the reason and the remedy too",
    arguments: [
      (
        JackProblem.refused(name: "studio", status: UInt32(JackShmFailure.rawValue)),
        "JACK サーバー「studio」が canon を拒否しました：共有メモリーを使えません。続く場合は、サーバーを起動し直してください。"
      ),
      (
        .unsupportedRate(1000),
        "JACK サーバーは 1000 Hz で動いていますが、使えるのは 8000 から 384000 Hz です。別のサンプルレートを選んでください。"
      ),
      (
        .privateServer(backend: "dummy", said: "Cannot open"),
        "専用の JACK サーバー（dummy）を起動できませんでした：Cannot open。自分で起動するか、「canon render」を使ってください。"
      ),
    ])
  func japanese(_ problem: JackProblem, _ text: String) {
    #expect(problem.text(.japanese) == text)
    #expect(problem.text(.english) == problem.message)
  }

  @Test(
    "No English sentence is left in Japanese",
    arguments: [
      JackProblem.noServer(name: nil), .noServer(name: "studio"), .refused(name: nil, status: 0),
      .port("cello_1"),
      .cannotActivate, .noJackd, .noPipeWireJack,
    ])
  func nothingIsLeft(_ problem: JackProblem) {
    let text = problem.text(.japanese)
    #expect(text.hasSuffix("。"))
    for word in [" the ", " is ", " not "] { #expect(!text.contains(word), "\(text)") }
  }

  @Test(
    "A server that breaks off while it accepts canon may come back; one that refuses for another reason has not gone"
  )
  func mayPass() {
    #expect(JackProblem.refused(name: nil, status: UInt32(JackServerError.rawValue)).isBrokenOff)
    #expect(!JackProblem.refused(name: nil, status: UInt32(JackNameNotUnique.rawValue)).isBrokenOff)
    #expect(!JackProblem.noServer(name: nil).isBrokenOff)
    #expect(JackProblem.noServer(name: nil).mayPass && !JackProblem.noJackd.mayPass)
    #expect(JackProblem.refused(name: nil, status: UInt32(JackNameNotUnique.rawValue)).mayPass)
  }
}
