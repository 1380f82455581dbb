import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// Refusals in English.
extension English {
  func problem(_ problem: CommandProblem) -> String {
    switch problem {
    case .unknownWord(let word, let place):
      let meant = Suggestion.sentence(for: word, among: Vocabulary.words(at: place).map(\.name))
      return "unknown word \(CleanText.quote(word)).\(meant) Type \"help\" for the words."
    case .notHere(let line, _, .scenes):
      return "\(CleanText.quote(line)) cannot be part of a scene: it is not a change of stems on one frame."
    case .notHere(_, let word, let place):
      let places = Place.allCases.filter(word.places.contains).map(\.phrase)
      return "\"\(word.name)\" cannot be used \(place.phrase), only \(Suggestion.list(places))."
    case .missing(let kind, let word):
      return "\(word.name): a \(kind.noun) is missing. Use: \(word.form), e.g. \(word.example)"
    case .invalid(let text, let kind, let word): return invalid(CleanText.quote(text), kind, word)
    case .noLearner:
      return "there are no pads or pedals to bind. Start canon with --midi."
    case .noPairing:
      return
        "no browser is to pair: canon serves no page to other machines. Start it with --web-address and an address that they reach."
    case .notPaired(let number):
      return "no browser with the number \(number) is paired. \"pairings\" shows those that are."
    case .unknownStem(let text, let known):
      let meant = Suggestion.sentence(for: text, among: known)
      return
        "no stem is called \(CleanText.quote(text)).\(meant) There are: \(Suggestion.list(known))."
    case .noneMeant(let words):
      return
        "\(CleanText.quote(words.joined(separator: " "))) means every stem but the base, and there is none. Name the base."
    case .openQuote(let text):
      return "\(CleanText.quote(text)): a quote is not closed. Write a name with spaces as \"take 2.flac\"."
    case .unknownScene(let text, let known):
      if known.isEmpty {
        return
          "this set defines no scenes, so there is no \(CleanText.quote(text)). Add one with [[scene]] in its set file."
      }
      let meant = Suggestion.sentence(for: text, among: known)
      return
        "no scene is called \(CleanText.quote(text)).\(meant) There are: \(Suggestion.list(known))."
    case .unknownVariant(let text, let known):
      if known.isEmpty {
        return
          "this set names no variants, so there is no \(CleanText.quote(text)). Add one with [[variant]] in its set file, or say tempo and key."
      }
      let meant = Suggestion.sentence(for: text, among: known)
      return
        "no variant is called \(CleanText.quote(text)).\(meant) There are: \(Suggestion.list(known))."
    case .unknownBus(let text, let known):
      let meant = Suggestion.sentence(for: text, among: known)
      return "no bus is called \(CleanText.quote(text)).\(meant) There are: \(Suggestion.list(known))."
    case .unknownMark(let number, let known):
      return known.isEmpty
        ? "there is no mark \(number), because nothing is marked. Mark a place with mark here."
        : "there is no mark \(number). There are: \(Suggestion.list(known.map(String.init)))."
    case .tooManyMarks(let most):
      return "there are \(most) marks, which is the most. Remove one with mark off, e.g. mark off 1."
    case .noSection(let span, let bars, let seconds):
      let loop = bars > 0 ? count(Int64(bars), "bar") : self.seconds(seconds)
      return
        "section \(span) is not a part of the loop, which has \(loop). Name two places in it, the second after the first, e.g. section \(bars > 0 ? "bar 1 .. bar 2" : "1 s .. 2 s"); a section lasts 0.05 s at least."
    case .unknownSection(let id, let known):
      return known.isEmpty
        ? "there is no section \(CleanText.quote(id)), because this set names none. Add some with [[section]] in its set file, or repeat bars with section, e.g. section bar 1 .. bar 2."
        : "there is no section \(CleanText.quote(id)). There are: \(Suggestion.list(known))."
    case .noOtherSection(let step, let id?):
      return step == .next
        ? "no section comes after \(CleanText.quote(id)), the last one. Use previous, or goto with a name."
        : "no section comes before \(CleanText.quote(id)), the first one. Use next, or goto with a name."
    case .noOtherSection(let step, nil):
      return
        "no section comes \(step == .next ? "after" : "before") this place in the loop. Use goto with a name."
    case .noSectionHere:
      return
        "the music is in no section that has a name, and nothing repeats. Repeat bars with section, e.g. section bar 1 .. bar 2."
    case .severalDestinations(let name, let ways):
      return
        "\(CleanText.quote(name)) is more than one thing. Say \(ways.map { "goto \($0)" }.joined(separator: " or "))."
    case .notOfAScene(let quantum):
      return
        "\"\(quantum)\" cannot be used with a scene: each stem has loops of its own, and a scene happens on one frame. Use now, beat, bar, loop or cycle."
    case .noMoreScenes(let scene?):
      return
        "no scene comes after \(CleanText.quote(scene)), the last one. Use previous, or scene with a name."
    case .noEarlierScene(let scene?):
      return "no scene comes before \(CleanText.quote(scene)), the first one. Use next, or scene with a name."
    case .noMoreScenes(nil): return "this set defines no scenes. Add some with [[scene]] in its set file."
    case .noEarlierScene(nil):
      return "no scene was run yet, so none comes before it. Use next for the first one."
    case .noProgramme:
      return "no programme is played. Play one: canon play evening.programme.toml."
    case .unknownPiece(let number, let count):
      return
        "there is no piece \(number): the programme has \(count). Use goto piece with a number up to \(count)."
    case .pieceGone(let source, let count):
      return
        "the piece that played is no longer in the programme: no piece has the source \(CleanText.quote(source)). The music starts from the beginning; use goto piece with a number up to \(count) for another piece."
    case .noMorePieces:
      return "no piece that can be played comes after this one. Use previous, or goto piece with a number."
    case .noEarlierPiece:
      return "no piece that can be played comes before this one. Use next, or goto piece with a number."
    case .pieceNotPlayable(let number, let problems):
      return "piece \(number) cannot be played: \(problems.text(.english))"
    case .pieceEnded:
      return "another piece begins before its time. Repeat it then if it is meant for that piece."
    case .superseded:
      return
        "something else was asked for before its boundary, and counts instead. Ask again if this one is meant."
    case .nothingToUndo:
      return "there is nothing to undo: you have changed nothing yet, or all of it is undone."
    case .overridden(let text, let others):
      return
        "\(CleanText.quote(text)) cannot be undone: others have changed the same since (\(Suggestion.list(others.map { "\($0.name) by \($0.by)" })))."
    case .oneStem(let text):
      return "\(CleanText.quote(text)) means several stems; replace takes one. Name the stem."
    case .noSuchFade(let length):
      return
        "no fade can take \(length): the set has no such unit, or it is more than \(EngineHandle.longestFade) frames. Use a shorter length, or one in seconds."
    case .tooFar(let stem, let quantum):
      return
        "\"\(stem)\": the next boundary \"\(quantum)\" is too far in the future. Use loop, or a smaller count."
    case .unexpected(let text, let word):
      return "\(word.name): \(CleanText.quote(text)) is one word too many. Use: \(word.form)"
    case .tooLong(let length):
      return "a line of \(length) bytes is too long. Expected a command of at most 1000."
    case .noGrid(let quantum):
      return
        "the set has no \(quantum.unit.word)s. Use now, loop, stem or cycle, or give the set a tempo and a loop that it divides."
    case .noClick(let isCountIn):
      return isCountIn
        ? "the set has no bars that a count-in could have. Give it a tempo and a meter whose bars fill its loop, e.g. tempo = 80 and meter = \"4/4\"."
        : "the set has no beats that the click could play. Give it a tempo, e.g. tempo = 80."
    case .cannotWait(let word):
      return
        "\(CleanText.quote(word)) cannot wait for a time. Commands that can: \(ParameterKind.command.values.dropFirst("a command with ".count))."
    case .noSuchTime(let time):
      return
        "there is no \"\(time)\": the set has no such unit, or it is too far in the future. Use loop or s, or an earlier time."
    case .noSuchPlace(let place):
      return
        "there is no place \"\(place)\" in the music: the set has no such unit, or it is too far away. Use loop or s, or a nearer place."
    case .longPast(let time, let seconds):
      return
        "\"\(time)\" was \(self.seconds(seconds)) ago, more than an hour. Give the command without a time, or one to come."
    case .tooManyWaiting(let count):
      return "\(count) commands wait already. End some with cancel at NUMBER, or all with cancel at all."
    case .notWaiting(let number, let waiting):
      return "no command \(number) waits. "
        + (waiting.isEmpty
          ? "None does."
          : "These do: \(list(waiting.prefix(20).map(String.init))). Use one of them, or all.")
    case .locked(let refusal): return self.refusal(refusal)
    case .needEnded(let stem):
      return "\(stem) was not started: a stem that its door needs has just ended. Start that one first."
    case .notLoaded(let stem, let problems):
      return "\"\(stem)\" cannot sound: \(problems.text(.english))"
    case .notReloaded(let problems): return "nothing was reloaded: \(problems.text(.english))"
    case .outOfDate:
      return "the set is being read again, and this does not fit what is read. Repeat it in a moment."
    case .otherPlayback:
      return
        "another tempo or key was asked for meanwhile, and that one counts. Ask again if this one is meant."
    case .noPort(let name):
      return
        "nothing was reloaded: JACK gives no port for \(CleanText.quote(name)). Remove stems or buses, or start jackd with more ports (--port-max)."
    case .noEdition(let number):
      return
        "the journal does not have the text of edition \(number). Render it as canon wrote it, or remove the line."
    case .tooMany(let count):
      return
        "\(count) commands are waiting already. This one was not carried out: repeat it later."
    case .ended: return "the performance has ended. Repeat the command when canon plays again."
    case .notRecorded(let problem): return record(problem)
    case .notCaptured(let problem): return capture(problem)
    case .busy:
      return "the engine is busy: too many commands are waiting. This one will be received later."
    }
  }

  private func invalid(_ text: String, _ kind: ParameterKind, _ word: WordUsage) -> String {
    switch kind {
    case .number(let range):
      return
        "\(word.name): \(text) is not \(range.expectation), e.g. \(word.name) \(word.takesStems ? "cello " : "")\(range.example)."
    case .frame: return "\(word.name): \(text) is not a frame. Expected a whole number, e.g. from 1152000."
    case .quantum:
      return
        "\(text) is not a quantum. Expected now, beat, bar, loop, stem or cycle, with a count if wanted, as bar:2."
    case .length:
      return
        "\(text) is not a length. Expected a number and loops, bars, beats, s, ms or frames, as over 2 bars."
    case .stems, .stem, .choice, .scene, .file, .recording, .port, .bus, .word, .time, .place, .command,
      .waiting,
      .playedTempo, .transposition, .variant, .span, .section, .destination:
      return "\(word.name): \(text) is not \(kind.values). Use: \(word.form), e.g. \(word.example)"
    }
  }

  func lineWasCut(_ most: Int) -> String {
    "the line is longer than \(most) bytes, and its end is lost. Delete some of it, or leave it with Escape."
  }

  func refused(_ reason: String) -> String { "Refused: " + reason }

  // MARK: - Doors that refuse

  func refusal(_ refusal: Refusal) -> String {
    guard let owner = refusal.owner else { return doorRefusal(refusal, of: refusal.stemID) }
    return
      "\(quote(refusal.stemID)) cannot play the file of \(quote(owner)): \(doorRefusal(refusal, of: owner))"
  }

  private func doorRefusal(_ refusal: Refusal, of stemID: String) -> String {
    let (stem, zone) = (quote(stemID), refusal.zone)
    func wait(_ opens: Instant) -> String { TimeLeft(from: refusal.now, until: opens).text(.english) }
    switch refusal.status {
    case .none, .open: return "\(stem) is open."
    case .locked(let opens):
      return "\(stem) is locked until \(zone.textWithZone(opens)), \(wait(opens))."
    case .waiting(let missing, let opens):
      let end = opens.map { ", or until \(zone.textWithZone($0)), \(wait($0))" } ?? ""
      return "\(stem) is locked until \(list(missing)) \(missing.count == 1 ? "sounds" : "sound")\(end)."
    case .unstarted(let delay):
      return "\(stem) opens \(delay.text(.english)) after the schedule is played for the first time."
    case .clockWrong:
      return
        "\(stem) stays shut: this machine's clock says \(zone.textWithZone(refusal.now)), which cannot be. "
        + "Set the clock; the doors follow at once."
    case .over(let since):
      let since = since.map { " since \(zone.textWithZone($0))" } ?? ""
      return "\(stem) has been shut\(since) and does not open again."
    }
  }

  private func quote(_ text: String) -> String { CleanText.quote(text) }
}

extension Place {
  /// Its form in a sentence: `in a score`.
  fileprivate var phrase: String {
    switch self {
    case .screen: "on the screen"
    case .lines: "in line mode"
    case .socket: "on the control socket"
    case .network: "over the network"
    case .scores: "in a score"
    case .journals: "in a journal"
    case .scenes: "in a scene"
    }
  }
}
