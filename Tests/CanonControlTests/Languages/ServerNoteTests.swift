import CanonFiles
import CanonSession
import Testing

@testable import CanonControl

/// What a driver says of its server, sentence by sentence.
@Suite struct ServerNoteTests {
  private func text(_ note: ServerNote) -> String { Language.english.wording.note(.server(note)) }

  @Test(
    "A server that does not play as it should, and connections, are told word for word",
    arguments: [
      (.stalled(seconds: 1), "The JACK server has stalled for a second. Waiting."),
      (.stalled(seconds: 5), "The JACK server has stalled for 5 seconds. Waiting."),
      (.back, "The JACK server is running again."),
      (
        .noAnswer(seconds: 20, database: "/dev/shm/jack_db-0"),
        "The JACK server has not answered for 20 seconds; canon waits for it. If no other JACK program gets an answer either, "
          + "end them all, remove the folder /dev/shm/jack_db-0, and start the server again."
      ),
      (
        .noStemPorts,
        "This set has more stems than JACK has ports for one client: only the master and the buses have ports."
      ),
      (
        .portRefused("cello_1"),
        "JACK gives no port for \"cello_1\": this output and those after it have none, and are heard in the master alone. Start jackd "
          + "with more ports (--port-max), or remove stems or buses."
      ),
      (.seeDoctor, "\"canon doctor\" looks for the causes of xruns."),
      (
        .registryFreed(["s1", "s2"]),
        "JACK's registry was full of killed servers, and no server runs: the places of \"s1\", \"s2\" were freed."
      ),
      (
        .cannotResume(
          FileProblems([FileProblem(file: "a.wav", found: "x", expected: "y", remedy: "Do z.")])),
        "Playback cannot resume yet: a.wav: found x, expected y. Do z."
      ),
      // One is it, several are they.
      (.noSpeakers, "There are no loudspeaker ports: no one hears this until they appear."),
      (.notConnected(["desk"]), "\"desk\" cannot be connected yet; canon connects it when it appears."),
      (
        .notConnected(["desk", "reverb:in_*"]),
        "\"desk\", \"reverb:in_*\" cannot be connected yet; canon connects them when they appear."
      ),
      (.nowConnected(["desk"]), "\"desk\" is connected now."),
      (.nowConnected(["a", "b"]), "\"a\", \"b\" are connected now."),
      (.notWaitedFor(["a"]), "canon no longer waits for \"a\": nothing is to be connected to it."),
      (
        .notWaitedFor(["a", "b"]),
        "canon no longer waits for \"a\", \"b\": nothing is to be connected to them."
      ),
    ] as [(ServerNote, String)])
  func wordForWord(note: ServerNote, sentence: String) { #expect(text(note) == sentence) }

  @Test("A note about an output device that goes says what canon does without it, by --on-device-loss")
  func devices() {
    let losses: [(DeviceLoss, String)] = [
      (
        .pauses,
        "canon is silent and keeps counting; it plays again when the same device is back, or after \"resume\"."
      ),
      (.holds, "canon plays on unheard until the same device is back."),
      (.follows("HDMI"), "canon plays to \"HDMI\" now."),
      (.waits, "There is no other: canon plays on unheard until one appears."),
    ]
    for (loss, sentence) in losses {
      #expect(text(.deviceLost("USB", loss)) == "The output device \"USB\" is gone. \(sentence)")
    }
  }

  @Test("A device that is back and another default are told")
  func defaults() {
    #expect(text(.deviceBack("USB")) == "The output device \"USB\" is there: canon plays to it.")
    #expect(
      text(.defaultChanged(from: "USB", to: "HDMI", stays: "USB"))
        == "The default output device is now \"HDMI\", no longer \"USB\". canon stays with \"USB\"; with --on-device-loss follow it would change too."
    )
    #expect(
      text(.defaultChanged(from: "USB", to: "HDMI", stays: nil))
        == "The default output device is now \"HDMI\", no longer \"USB\". canon plays to it.")
  }

  @Test("What a server does not do as requested is told in one sentence")
  func kept() {
    #expect(
      text(.keptSettings([.period(256, asked: 64)]))
        == "The server stays as it is: its period is 256 frames (--period 64). To change that, set it where the server was started."
    )
    #expect(
      text(
        .keptSettings([
          .rate(48_000, asked: 44_100), .latencyRate(48_000, asked: "64/44100"), .device(asked: "usb"),
        ]))
        == "The server stays as it is: it runs at 48000 Hz (--rate 44100), it runs at 48000 Hz, so the rate in "
        + "PIPEWIRE_LATENCY=64/44100 is not requested, canon did not start it, so it keeps its device (--device usb). "
        + "To change that, set it where the server was started.")
  }

  @Test("The sound card of a private server that cannot be used is told with the remedy")
  func cards() {
    #expect(
      text(.cardFailed("hw:PCH,0", said: "Device or resource busy"))
        == "The sound card hw:PCH,0 could not be opened: Device or resource busy. canon plays on dummy instead, which no one can hear. "
        + "End what uses the card, or name another one with --device (\"canon doctor\" lists them), and start canon again."
    )
    #expect(
      text(.cardAway("hw:PCH,0"))
        == "The sound card hw:PCH,0 is not there. Connect it: canon plays on it again, in phase, and on no other card meanwhile."
    )
  }

  @Test("A device's name cannot command a terminal, nor end the quotes")
  func names() {
    let text = text(.deviceBack("a\u{1B}[2J\"b\n"))
    #expect(!text.contains("\u{1B}") && !text.contains("\n"))
  }
}
