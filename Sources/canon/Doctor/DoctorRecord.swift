import CanonControl
import CanonDoctor
import CanonFiles

/// The findings as one JSON object. Documentation/Doctor.md has its keys.
struct DoctorRecord: Encodable {
  struct Entry: Encodable {
    let code: String
    let level: String
    let message: String
    let commands: [String]
    let figures: [String: Figure]
  }

  /// `well` or `wrong`.
  let status: String
  let findings: [Entry]

  /// - Parameter language: Of the messages.
  static func text(_ findings: [Finding], _ language: Language) -> String {
    let isWrong = findings.contains { $0.level == .wrong }
    return JSONText.text(
      DoctorRecord(
        status: isWrong ? "wrong" : "well",
        findings: findings.map {
          Entry(
            code: $0.code, level: $0.level.rawValue, message: $0.text(language), commands: $0.commands,
            figures: $0.figures)
        }))
  }
}
