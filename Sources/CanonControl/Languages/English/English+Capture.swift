import CanonFiles
import CanonSession

/// Captures in English.
extension English {
  func capture(_ news: CaptureNews) -> String {
    switch news {
    case .began(let status, let wait, let latency):
      "Capturing \(status.isAdded ? "what is added to " : "")\(status.stem) from \(sources(status)): it begins in \(seconds(wait)), and sounds from its end on"
        + (latency > 0 ? ". The latency of the ports, \(milliseconds(latency)), is taken out." : ".")
    case .captured(let stem, let length, let missing, let path):
      "Captured: \(stem), \(seconds(length))"
        + (missing > 0 ? ", of which the server has not played \(seconds(missing)), silent in it" : "")
        + (path.map { ". It is kept in \(CleanText.clean($0))." }
          ?? ". No file keeps it; copy it into the set: keep \(stem)")
    case .ended(let stem, let end):
      "The capture of \(stem) has ended, and nothing of it stays: "
        + {
          switch end {
          case .cancelled: "it was ended with capture off."
          case .moved: "the music was moved or stands still, so its boundaries are others. Repeat it."
          case .otherRate: "the server has another sample rate. Repeat it."
          case .refused: "the stem could not be made."
          case .late: "the stem was ready only after its boundary. Capture more loops or bars."
          case .replaced: "the stem plays something else by now. Repeat it."
          case .panic: "a panic has ended it."
          }
        }()
    case .notKept(let stem, let problem):
      "What \(stem) has captured plays, but no file keeps it. \(problem.text(.english)) Copy it into the set: keep \(stem)"
    case .kept(let stem, let path): "The set has \(stem) now: \(CleanText.clean(path))."
    }
  }

  private func sources(_ status: CaptureStatus) -> String {
    status.sources.map(CleanText.clean).joined(separator: " and ")
  }

  private func milliseconds(_ seconds: Double) -> String { "\(Self.tenths(seconds * 1000)) ms" }

  func capturingGoesOn(_ status: CaptureStatus, in wait: Double?, until end: Double) -> String {
    let adds = status.isAdded ? "what is added to " : ""
    return wait.map { "Capturing \(adds)\(status.stem) in \(seconds($0))." }
      ?? "Capturing \(adds)\(status.stem): \(seconds(end)) left."
  }

  func captureMark(_ status: CaptureStatus) -> String { "CAPTURE \(status.stem)" }

  func capture(_ problem: CaptureProblem) -> String {
    switch problem {
    case .id(let text):
      "\(CleanText.quote(text)) is not an id for a stem. Expected letters, digits and hyphens, at most 40, e.g. capture voice loops 2"
    case .taken(let stem):
      "the set has a stem \(CleanText.quote(stem)). Take another id, or add to it: capture \(CleanText.clean(stem)) add"
    case .twoLengths: "a capture has one length. Expected loops or bars, e.g. capture voice bars 4"
    case .underWay(let stem): "\(stem) is being captured. Wait for its end, or end it: capture off"
    case .notOriginal:
      "the music plays in another tempo or key than its own. Go back with \"tempo original\" and \"key original\" first."
    case .otherPlayback(let stem):
      "\(stem) was captured, and sounds only as it was captured. For another tempo or key keep it, and play the set anew."
    case .reloading: "what was read again waits for its boundary. Repeat it after that."
    case .nothingUnderWay: "nothing is being captured. Begin with: capture voice loops 2"
    case .noServer: "there is no JACK server to capture from. Repeat it when canon plays again."
    case .standing: "the music stands still, so no boundary comes. Let it go on first: resume"
    case .noAnswer: "the JACK server has not made the inputs within 5 s. Repeat it."
    case .input(.noPort(let name)):
      "the JACK server gives canon no input \(CleanText.quote(name)). Use fewer ports, or rename a stem that has this name."
    case .input(.unknownSource(let name, let known)):
      "no port or client \(CleanText.quote(name)) sends sound. There are: \(list(known.map(CleanText.clean)))"
    case .input(.noSource):
      "nothing is connected to canon's inputs in_1 and in_2, and the machine has none. Connect something, or name it: from CLIENT"
    case .tooShort(let length, let least):
      "\(fixed(length)) s are too short with the latency and the period of the server. Expected at least \(fixed(least)) s: capture more loops or bars."
    case .tooLong: "a capture of that length goes beyond what a stem can have. Capture fewer loops or bars."
    case .memory(let needed, let available):
      "the capture needs \(needed >> 20) MiB of memory. canon takes at most half of what is free, \(available >> 21) of \(available >> 20) MiB. Capture less, or end other programs."
    case .guarded(let stem):
      "\(stem) is behind a door, so no copy of its sound may stay. Capture another stem: capture \(stem)-2"
    case .notPlaying(let stem):
      "\(stem) does not play, and nothing is added unheard. Start it first: start \(stem)"
    case .notALoop(let stem):
      "\(stem) has a region, an intro or a release, and only a loop alone can be added to. Capture another stem: capture \(stem)-2"
    case .otherLength(let stem, let length, let own):
      "\(fixed(length)) s are not as long as the loop of \(stem), \(fixed(own)) s. Leave the length out: capture \(stem) add"
    case .notCaptured(let stem): "\(stem) was not captured, or is kept already: the set has its file."
    case .noSetFile(let stem):
      "the folder has no set.toml that could name another file for \(stem). Write one first: canon new FOLDER"
    case .cannotAdd(let problem): problem.text(.english)
    case .cannotKeep(let problem): problem.text(.english)
    }
  }

  private func fixed(_ seconds: Double) -> String { CaptureNews.seconds(seconds) }
}
