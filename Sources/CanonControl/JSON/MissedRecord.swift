import CanonFiles
import CanonSession

/// The place in a feed where events were dropped because the listener did not read them.
package struct MissedRecord: Encodable {
  let event = "missed"
  /// The number of events.
  let count: Int

  package init(count: Int) { self.count = count }

  /// For programs, as one JSON object on one line.
  package var json: String { JSONText.text(self) }
  /// For people, as a whole sentence.
  package func text(_ language: Language) -> String { language.wording.missed(count) }
}
