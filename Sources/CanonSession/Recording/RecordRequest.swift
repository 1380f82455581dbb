import CanonFiles
import CanonSchedule
import CanonStems

/// What is to be recorded, and where.
public struct RecordRequest: Hashable, Sendable {
  /// The master's file, `.wav` or `.flac`; nil for none.
  public var file: String?
  /// The folder for a file of each stem and bus; nil for none.
  public var folder: String?

  public init(file: String? = nil, folder: String? = nil) {
    (self.file, self.folder) = (file, folder)
    // As shells complete it.
    while let last = self.folder?.last, last == "/", self.folder != "/" { self.folder?.removeLast() }
  }

  /// The usual file: `TITLE-2026-11-26-201500.wav`.
  public init(of title: String, at moment: LocalDateTime) {
    let name = String(CleanText.clean(title).prefix(60).map { $0 == "/" || $0.isWhitespace ? "-" : $0 })
    self.init(file: name + "-" + JournalName.dated("%Y-%m-%d-%H%M%S.wav", at: moment))
  }

  /// Whether canon records files of such a name.
  public static func isFormat(_ file: String) -> Bool {
    [".wav", ".flac"].contains { file.lowercased().hasSuffix($0) && file.utf8.count > $0.utf8.count }
  }
}
