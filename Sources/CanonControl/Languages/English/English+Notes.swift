import CanonFiles
import CanonSchedule
import CanonSession

/// Notes in English.
extension English {
  func note(_ note: Note) -> String {
    switch note {
    case .clockWrong(let now, let zone):
      "This machine's clock says \(zone.textWithZone(now)), which cannot be: doors that were not seen open stay shut. "
        + "Set the clock; the doors follow at once."
    case .clockRight(let now, let zone): "This machine's clock is right again: \(zone.textWithZone(now))."
    case .notKeptInTime:
      "The disk did not answer in time: what this canon saw of the doors since it last wrote it down may be forgotten."
    case .memory(let problem): problem.text(.english)
    case .waitsForClock(let command): "\"\(command)\" takes effect when the clock starts."
    case .waitsForServer(let commands):
      "No JACK server. \"\(commands)\" will take effect when one is available."
    case .neverReceived(let count):
      "The performance ended before a server received "
        + (count == 1
          ? "a command that was waiting. It was not carried out."
          : "\(count) commands that were waiting. None of them was carried out.")
    case .late(let command, let late):
      "\"\(command)\" was received \(lateness(late)) after its time."
    case .panicWhileReading:
      "A panic came while files were read: nothing is started that was asked for before it."
    case .stillReading(let stems):
      (stems.count == 1 ? "\"\(stems[0])\" is" : "\(stems.count) stems are")
        + " still being read. What was asked for takes effect on the first boundary after that."
    case .waitsForStems(let command, let left):
      "\"\(command)\" waits until all stems are read: \(left) \(left == 1 ? "is" : "are") still being read."
    case .samplesLate(let stem):
      "The samples of \"\(stem)\" do not come in time: it is silent until the next bar for which they are there."
    case .samplesThere(let stem): "The samples of \"\(stem)\" are there again."
    case .undone(let command, let overridden):
      "Undone: \(command)."
        + overridden.map { " \($0.name) was changed by \($0.by) since and stays as it is." }.joined()
    case .assumed(let problem): problem.text(.english)
    case .keptSamples(let stem, let problem):
      "\"\(stem)\" plays on with the samples that it had. \(problem.text(.english))"
    case .unreadable(let stem, let problem):
      "\"\(stem)\" is silent, and the others play without it: \(problem.text(.english)) Then reload."
    case .ownSamples(let stem, let problems):
      "\"\(stem)\" plays its own file, because the file that it played instead cannot be read again. \(problems.text(.english))"
    case .patchKept(let problems):
      "The connections stay as they were before, because the file is wrong: \(problems.text(.english))"
    case .pieceSkipped(let number, let problems):
      "Piece \(number) of the programme cannot be played and is skipped: \(problems.text(.english))"
    case .fileLeftAlone(let problem):
      "A file of the door folder is left alone. \(problem.text(.english))"
    case .soundNotKept(let problems):
      "Samples that are no longer played could not be kept for the journal: \(problems.text(.english))"
    case .soundsNotRecorded:
      "The performance ended before all its sounds were in the journal. A rendering takes them from their files as they are then."
    case .notLocked:
      "The stems' memory could not be locked (see \"ulimit -l\"); a busy machine may cause dropouts."
    case .loudness(let peak, let isBound, let excess):
      "The stems \(isBound ? "may reach (an upper bound)" : "reach") \(peak) "
        + "together, and the outputs clip above 0 dBFS. This avoids it: gain master -\(excess)"
    case .journal(let news): journal(news)
    case .evening(let news): evening(news)
    case .recording(let news): recording(news)
    case .capture(let news): capture(news)
    case .control(let name): "Control it from other programs with \"\(Self.control(name))\"."
    case .osc(let place, let isOpen):
      "OSC is received at \(place), UDP and TCP." + (isOpen ? " Whoever reaches this address can play." : "")
    case .web(let place, nil): "The page is at http://\(place)/ in a browser on this machine."
    case .web(let place, let code?):
      "The page is at http://\(place)/ for browsers that pair: with the code \(code) they may play. \"pair play\" shows it for a phone's camera."
    case .paired(let browser):
      "Browser \(browser.number) (\(CleanText.clean(browser.name))) is paired, and may \(browser.role == .play ? "play" : "see"). \"unpair \(browser.number)\" ends that."
    case .unpaired(let browser):
      "Browser \(browser.number) (\(CleanText.clean(browser.name))) is no longer paired, and the codes have changed."
    case .codesChanged(let count):
      "\(count) wrong codes have come, so the codes for pairing have changed: \"pair play\" and \"pair look\" show them."
    case .pairings(let problem): pairings(problem)
    case .midi(let map, true):
      "MIDI is received at the port \"control_in\"; \(CleanText.clean(map)) says what it does."
    case .midi(let map, false):
      "MIDI is received at the port \"control_in\"; the notes 36 to 51 press the stems in their order, as there is no \(CleanText.clean(map))."
    case .learning(let line):
      "The next pad or pedal that is pressed will \(CleanText.quote(line)) from then on. \"learn off\" binds none."
    case .learned(let pad, let line, let map):
      "\(CleanText.clean(pad)) does \(CleanText.quote(line)) from now on; \(CleanText.clean(map)) says so."
    case .notLearned(let pad, let problems):
      "\(CleanText.clean(pad)) does what it did: \(problems.problems.map { $0.text(.english) }.joined(separator: " "))"
    case .midiLost(let count):
      "\(count == 1 ? "One MIDI message was" : "\(count) MIDI messages were") lost: more came at once than canon holds."
    case .server(let note): server(note)
    }
  }

  /// In milliseconds below a second.
  func lateness(_ seconds: Double) -> String {
    seconds < 1 ? "\(max(1, Int((seconds * 1000).rounded()))) ms" : self.seconds(seconds)
  }

  /// The command that controls the canon of this name.
  static func control(_ name: String) -> String {
    "canon ctl" + (name == "canon" ? "" : " --name \(CommandWords.quote(name))")
  }

  private func journal(_ news: JournalNews) -> String {
    switch news {
    case .taken(let name, let path):
      "The journal \(name) exists and stays as it is. This performance is written to \(path)."
    case .waits(let problem):
      "The journal \(problem.path) cannot be written: \(disk(problem.error)). Its lines wait in memory; canon tries again "
        + "every second."
    case .goesOn(let path): "The journal \(path) is written again; no line is missing."
    case .incomplete(let problem, let lines):
      "The journal \(problem.path) lacks its last \(lines == 1 ? "line" : "\(lines) lines"): \(disk(problem.error))."
    case .notOnDisk(let problem):
      "The last lines of the journal \(problem.path) may not survive a power cut: \(disk(problem.error)). Check the disk."
    case .ended(let problem): "The journal ends here: " + journal(problem)
    }
  }

  func journal(_ problem: JournalProblem) -> String {
    "the journal \(problem.path) cannot be written: \(disk(problem.error)). Expected a place for a new file; name another with --journal."
  }

  private func evening(_ news: EveningNews) -> String {
    switch news {
    case .resumed(let last, let away, let stems):
      "The saved performance of \(last.zone.textWithZone(last.time)) goes on"
        + (away.map { ", \(seconds($0)) later, in phase" } ?? " from where it was then")
        + (stems.isEmpty ? "; no stem sounds." : ": \(stems.joined(separator: ", ")).")
    case .leftOut(let stems):
      "No longer in the set, and therefore left out of the saved performance: \(stems.joined(separator: ", "))."
    case .fresh(.none):
      "There is no saved performance to go on with: none of this source and name has been played, or it ended with \"quit\". "
        + "The music starts from the beginning."
    case .fresh(.tooOld(let last)):
      "The saved performance, of \(last.zone.textWithZone(last.time)), is more than 24 hours old. The music starts from the beginning."
    case .fresh(.notRequested(let last, let path)):
      "The music starts from the beginning: the saved performance of \(last.zone.textWithZone(last.time)) continues only with --resume. It is kept in \(path). "
        + "To continue it, end canon, remove \".before\" from the name of the file, and start canon with --resume."
    case .fresh(.unusable(let problem)):
      "The music starts from the beginning, because the saved performance cannot be read. \(problem.text(.english))"
    case .notKept(let problem):
      "The performance cannot be saved in \(problem.path): \(disk(problem.error)). If canon ends without a \"quit\", it can continue only "
        + "what was written before. Make room there, or set XDG_STATE_HOME to a folder that can be written."
    case .shared:
      "Another canon of this name plays the same source and saves its performance. This one does not save its own; give it another --name "
        + "if it is to."
    }
  }

  private func server(_ note: ServerNote) -> String {
    switch note {
    case .stalled(let seconds):
      "The JACK server has stalled for \(seconds > 1 ? "\(seconds) seconds" : "a second"). Waiting."
    case .back: "The JACK server is running again."
    case .noAnswer(let seconds, let database):
      """
      The JACK server has not answered for \(seconds) seconds; canon waits for it. If no other JACK \
      program gets an answer either, end them all, remove the folder \(database), and start the server again.
      """
    case .cannotResume(let problems): "Playback cannot resume yet: \(problems.text(.english))"
    case .noStemPorts:
      "This set has more stems than JACK has ports for one client: only the master and the buses have ports."
    case .portRefused(let name):
      "JACK gives no port for \(CleanText.quote(name)): this output and those after it have none, and are heard in the master alone. "
        + "Start jackd with more ports (--port-max), or remove stems or buses."
    case .noSpeakers: "There are no loudspeaker ports: no one hears this until they appear."
    case .notConnected(let names):
      "\(quoted(names)) cannot be connected yet; canon connects \(names.count == 1 ? "it when it appears" : "them when they appear")."
    case .nowConnected(let names): "\(quoted(names)) \(names.count == 1 ? "is" : "are") connected now."
    case .notWaitedFor(let names):
      "canon no longer waits for \(quoted(names)): nothing is to be connected to \(names.count == 1 ? "it" : "them")."
    case .deviceLost(let name, let loss):
      "The output device \(CleanText.quote(name)) is gone. \(self.loss(loss))"
    case .deviceBack(let name): "The output device \(CleanText.quote(name)) is there: canon plays to it."
    case .defaultChanged(let old, let new, let stays):
      "The default output device is now \(CleanText.quote(new)), no longer \(CleanText.quote(old)). "
        + (stays.map {
          "canon stays with \(CleanText.quote($0)); with --on-device-loss follow it would change too."
        }
          ?? "canon plays to it.")
    case .keptSettings(let kept):
      "The server stays as it is: \(Suggestion.list(kept.map(setting))). To change that, set it where the server was started."
    case .cardFailed(let card, let said):
      "The sound card \(card) could not be opened: \(said). canon plays on dummy instead, which no one can hear. End what uses the card, or "
        + "name another one with --device (\"canon doctor\" lists them), and start canon again."
    case .cardAway(let card):
      "The sound card \(card) is not there. Connect it: canon plays on it again, in phase, and on no other card meanwhile."
    case .registryFreed(let names):
      "JACK's registry was full of killed servers, and no server runs: the places of \(quoted(names)) were freed."
    case .seeDoctor: "\"canon doctor\" looks for the causes of xruns."
    }
  }

  private func loss(_ loss: DeviceLoss) -> String {
    switch loss {
    case .pauses:
      "canon is silent and keeps counting; it plays again when the same device is back, or after \"resume\"."
    case .holds: "canon plays on unheard until the same device is back."
    case .follows(let name): "canon plays to \(CleanText.quote(name)) now."
    case .waits: "There is no other: canon plays on unheard until one appears."
    }
  }

  private func setting(_ kept: ServerNote.Kept) -> String {
    switch kept {
    case .period(let frames, let asked): "its period is \(frames) frames (--period \(asked))"
    case .rate(let hertz, let asked): "it runs at \(hertz) Hz (--rate \(asked))"
    case .latencyRate(let hertz, let asked):
      "it runs at \(hertz) Hz, so the rate in PIPEWIRE_LATENCY=\(asked) is not requested"
    case .device(let asked):
      "canon did not start it, so it keeps its device (--device \(CleanText.clean(asked)))"
    }
  }

  /// `"desk", "reverb:in_l"`.
  private func quoted(_ names: [String]) -> String { names.map(CleanText.quote).joined(separator: ", ") }
}
