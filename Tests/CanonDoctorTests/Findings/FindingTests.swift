import CanonDoctor
import CanonFiles
import CanonSchedule
import Testing

/// Every finding in both languages.
@Suite struct FindingTests {
  @Test("Each kind has a code of its own: lower-case letters and hyphens")
  func codes() throws {
    let codes = try EveryFinding().all.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.allSatisfy { $0 == "-" || ($0.isASCII && $0.isLowercase) } })
  }

  @Test("Each is a sentence in English and another one in Japanese")
  func languages() throws {
    for finding in try EveryFinding().all {
      let (english, japanese) = (finding.text(.english), finding.text(.japanese))
      #expect(english.hasSuffix(".") || english.hasSuffix(":"), "\(english)")
      #expect(japanese.hasSuffix("。"), "\(japanese)")
      for word in [" the ", " is ", " of ", " and "] { #expect(!japanese.contains(word), "\(japanese)") }
    }
  }

  @Test("What is wrong or may go wrong names a remedy, in words or as commands")
  func remedies() throws {
    for finding in try EveryFinding().all where finding.message.hasSuffix(":") {
      #expect(!finding.commands.isEmpty, "\(finding.message)")
    }
  }

  @Test("Names in commands are single words of a shell")
  func quoted() {
    let file = FileProblem(file: "it's here; rm.toml", ScheduleAdvice.set)
    #expect(Finding.source([file]).commands == [#"canon check 'it'\''s here; rm.toml'"#])
  }
}
