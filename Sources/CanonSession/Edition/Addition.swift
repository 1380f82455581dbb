/// A program with stems in addition to those that play, or, for stems that are taken away again, with fewer.
struct Addition: Sendable {
  let program: Program
  /// The files of the additional stems, if they come from a door folder; nil if not only stems are added. Whatever has become of the other
  /// stems' files, they stay as they are.
  let files: [DatedFile]?

  init(_ program: Program, files: [DatedFile]?) { (self.program, self.files) = (program, files) }
}
