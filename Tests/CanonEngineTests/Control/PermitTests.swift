import CanonTestSupport
import Foundation
import Testing

/// A locked stem cannot sound, and the compiler says so: whoever has no permit from the gate cannot write the
/// line that starts a stem. Each case is compiled against the module as it was built.
@Suite struct PermitTests {
  @Test("A permit allows one start, unmute or press")
  func withPermit() throws {
    for request in ["start", "unmute", "press"] {
      let result = try compile(
        """
        func begin(_ handle: inout EngineHandle, _ permit: consuming StartPermit) {
          _ = handle.\(request)(permit, quantum: .loop, by: .input)
        }
        """)
      #expect(result.status == 0, "\(result.output)")
    }
  }

  @Test("Without a permit a start does not compile, and for that reason alone", arguments: forbidden)
  func withoutPermit(attempt: Attempt) throws {
    let result = try compile(attempt.source)
    #expect(result.status != 0)
    let errors = result.output.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(errors.count == 1, "\(result.output)")
    #expect(errors.allSatisfy { $0.contains(attempt.diagnostic) }, "\(result.output)")
  }

  static let forbidden = [
    Attempt(
      what: "making a permit",
      source: "func begin() -> StartPermit { StartPermit(stem: StemIndex(0)) }",
      diagnostic: "'StartPermit' initializer is inaccessible due to '@_spi' protection level"),
    Attempt(
      what: "using a permit twice",
      source: """
        func begin(_ handle: inout EngineHandle, _ permit: consuming StartPermit) {
          _ = handle.start(permit, quantum: .loop, by: .input)
          _ = handle.start(permit, quantum: .loop, by: .input)
        }
        """,
      diagnostic: "'permit' consumed more than once"),
    Attempt(
      what: "copying a permit",
      source: "func double(_ permit: borrowing StartPermit) -> StartPermit { copy permit }",
      diagnostic: "'copy' cannot be applied to noncopyable types"),
    Attempt(
      what: "keeping permits in an array",
      source: "func keep(_ permit: consuming StartPermit) -> Int { [permit].count }",
      diagnostic: "requires that 'StartPermit' conform to 'Copyable'"),
    Attempt(
      what: "starting by index",
      source: """
        func begin(_ handle: inout EngineHandle) {
          _ = handle.start(StemIndex(0), quantum: .loop, by: .input)
        }
        """,
      diagnostic: "cannot convert value of type 'StemIndex' to expected argument type 'StartPermit'"),
    Attempt(
      what: "calling what start calls",
      source: """
        func begin(_ handle: inout EngineHandle) {
          _ = handle.request(.start, StemIndex(0), .loop, permission: { fatalError() }(), .input)
        }
        """,
      diagnostic: "'request' is inaccessible due to 'private' protection level"),
    Attempt(
      what: "making a command",
      source: "let command = EngineCommand.self",
      diagnostic: "cannot find 'EngineCommand' in scope"),
  ]

  struct Attempt: Sendable, CustomStringConvertible {
    let what: String
    let source: String
    let diagnostic: String
    var description: String { what }
  }

  /// Compiles as far as the checks of ownership, which come after those of types.
  private func compile(_ source: String) throws -> Tool.Result {
    let folder = TemporaryFolder()
    let file = try folder.write("import CanonEngine\n\(source)\n".utf8, to: "attempt.swift")
    let modules = try Tool.modules()
    // Where the interface of what CanonEngine imports is found.
    let ofC = modules.deletingLastPathComponent().appending(path: "CRealtime.build")
    return try Tool.run([
      "swiftc", "-swift-version", "6", "-parse-as-library", "-I", modules.path, "-I", ofC.path, "-emit-sil",
      "-o", "/dev/null", file,
    ])
  }
}
