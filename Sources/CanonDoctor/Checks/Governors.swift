import CanonFiles

/// The policies by which the kernel chooses the speed of the processors.
package enum Governors {
  package static let folder = "/sys/devices/system/cpu"

  /// Those that begin slowly and become fast only once there has been work for a while.
  private static let slow: Set = ["powersave", "ondemand", "conservative", "schedutil"]

  /// - Parameter texts: The content of each `cpu*/cpufreq/scaling_governor`; none on a machine that does not change its speed.
  package static func finding(_ texts: [String]) -> Finding {
    let names = Set(texts.map { $0.filter { !$0.isWhitespace } })
    let found = names.filter(slow.contains).sorted()
    return found.isEmpty ? .fastClock : .slowClock(found)
  }

  /// Reads the files of a folder that is like ``folder``.
  package static func read(_ folder: String = folder) -> [String] {
    (0..<1024).lazy.map { SmallFile.text("\(folder)/cpu\($0)/cpufreq/scaling_governor") }
      .prefix { $0 != nil }.compactMap(\.self)
  }
}
