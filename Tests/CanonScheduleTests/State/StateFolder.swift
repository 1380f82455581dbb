import Foundation
import Testing

@testable import CanonSchedule

/// A folder of schedules, and one for their state, gone with their last user.
final class StateFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/canon-state-" + UUID().uuidString
    precondition(mkdir(path, 0o700) == 0)
  }

  deinit {
    chmod(path + "/state", 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Does not exist before something is kept.
  var state: String { path + "/state" }
  var file: StateFile { StateFile(folder: state) }

  /// The path of a schedule, which is there.
  func schedule(_ name: String = "advent.toml") -> String {
    let schedule = path + "/" + name
    if access(schedule, F_OK) != 0 { makeFile(schedule) }
    return ContainedRealPath.of(schedule)
  }

  /// What lies in the state's folder, sorted, but for the lock.
  var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    return all.filter { $0 != ".lock" }.sorted()
  }

  func place(_ schedule: String) -> StatePlace { StatePlace(folder: state, schedule: schedule) }

  func text(_ path: String) -> String {
    // `String(contentsOfFile:)` leaks its buffer where a file is empty.
    guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.readToEnd() ?? Data(),
      let text = String(validating: bytes, as: UTF8.self)
    else { return "no text in \(path)" }
    return text
  }

  /// Puts a text where the memory of a schedule is kept.
  func put(_ text: String, for schedule: String) throws {
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: place(schedule).path))
  }

  /// The permission bits of something in the folder, as `700`.
  func permissions(_ path: String) -> String {
    var status = stat()
    return lstat(path, &status) == 0 ? String(status.st_mode & 0o7777, radix: 8) : "nothing there"
  }
}

func makeFile(_ path: String, _ bytes: [UInt8] = []) {
  #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
}

/// The temporary folder of the system may itself be a link.
enum ContainedRealPath {
  static func of(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Instants of one day in UTC: `at("18:00:00")`.
func at(_ time: String, of day: String = "2026-12-06") -> Instant {
  do {
    return try AsOf.parse("\(day)T\(time)Z", zone: try Zone("UTC"))
  } catch {
    preconditionFailure("\(day)T\(time)Z is no instant: \(error)")
  }
}

extension DoorMemory {
  /// First played at the one time, last seen at the other.
  init(_ first: String, _ latest: String) { self.init(firstStart: at(first), latest: at(latest)) }
}
