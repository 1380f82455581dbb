import Foundation

/// In which zone this machine is, by name, as the C library would find it.
///
/// Foundation is not asked: it looks once and keeps the answer while the program runs, overlooks
/// `TZ=:Asia/Tokyo`, and where it finds nothing says GMT.
struct MachineZone {
  /// The variable `TZ`; nil when it is not set.
  var variable: String?
  /// What the system keeps its zone in: a link to a file of tzdata, or a copy of one.
  var localtime = "/etc/localtime"
  /// Where Debian writes the name.
  var timezone = "/etc/timezone"

  /// Looks anew at each call.
  static var now: MachineZone { MachineZone(variable: ProcessInfo.processInfo.environment["TZ"]) }

  /// The name, which need not be one that anybody knows; nil when the machine has a zone without a name.
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
