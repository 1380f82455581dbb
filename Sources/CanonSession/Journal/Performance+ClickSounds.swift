import CanonEngine
import CanonStems

/// A journal names the sounds of the click that come from files, as it names those of stems.
extension Performance {
  /// Records what the click plays from now on, and keeps what it no longer plays.
  func playsClick() {
    guard scribe.isWriting, let rate = deck.sampleRate else { return }
    let (before, number) = (playingClick, program.number)
    let now = deck.configuration?.click.map { set.playedClick($0, at: rate) } ?? []
    playingClick = now
    let new = now.filter { sound in
      !before.contains { $0.key == sound.key && $0.buffer === sound.buffer }
    }
    inTurn(new) { this, sound in
      // The journal may have begun another part, with sounds of another rate.
      guard this.deck.sampleRate == rate else { return }
      guard let hash = await Self.hash(sound.buffer, at: rate), this.deck.sampleRate == rate else { return }
      this.scribe.record(click: hash, for: sound.key, in: number)
      if !sound.isFromFile { await this.keep(sound.buffer, hash, at: rate) }
    }
    let dropped = before.filter { sound in !now.contains { $0.buffer === sound.buffer } }
    inTurn(dropped) { this, sound in
      guard let hash = await Self.hash(sound.buffer, at: rate) else { return }
      await this.keep(sound.buffer, hash, at: rate)
    }
  }
}
