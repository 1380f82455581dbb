import Foundation

/// The name of this machine's zone, determined as the C library does.
///
/// Foundation is not used: it determines the zone once for the whole process, ignores
/// `TZ=:Asia/Tokyo`, and falls back to GMT.
struct MachineZone {
  /// The variable `TZ`; nil when it is not set.
  var variable: String?
  /// The file of the system's zone: a link to a file of tzdata, or a copy of one.
  var localtime = "/etc/localtime"
  /// The file in which Debian writes the name.
  var timezone = "/etc/timezone"

  /// Determined again at each access.
  static var now: MachineZone { MachineZone(variable: ProcessInfo.processInfo.environment["TZ"]) }

  /// The name, which need not be a known one; nil if the machine's zone has no name.
  var name: String? {
    if let variable {
      let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
      if name.isEmpty { return "UTC" }
      return name.hasPrefix("/") ? Self.name(in: name) ?? name : name
    }
    let files = FileManager.default
    if let target = try? files.destinationOfSymbolicLink(atPath: localtime) {
      let whole = URL(fileURLWithPath: localtime).resolvingSymlinksInPath().path
      return Self.name(in: target) ?? Self.name(in: whole)
    }
    guard files.fileExists(atPath: localtime) else { return "UTC" }
    let text = try? String(contentsOfFile: timezone, encoding: .utf8)
    return text?.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  /// Whether the system has such a file of tzdata.
  static func isListed(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/" + name)
  }

  /// `Asia/Tokyo` of `/usr/share/zoneinfo/Asia/Tokyo`.
  private static func name(in path: String) -> String? {
    path.range(of: "zoneinfo/").map { String(path[$0.upperBound...]) }
  }
}
