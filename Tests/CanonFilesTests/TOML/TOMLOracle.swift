import Foundation
import Testing

@testable import CanonFiles

/// `tomllib` of Python, which reads TOML 1.0 by the letter.
enum TOMLOracle {
  /// What Python makes of each text, as ``text(_:)`` writes it; nil where it is not TOML.
  static func read(_ texts: [String]) throws -> [String?] {
    let folder = FileManager.default.temporaryDirectory.path + "/canon-toml-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(texts).write(to: URL(filePath: folder + "/in.json"))
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = ["-c", script, folder]
    try python.run()
    python.waitUntilExit()
    try #require(python.terminationStatus == 0, "python3 could not read the texts: it said why above")
    return try JSONDecoder().decode(
      [String?].self, from: Data(contentsOf: URL(filePath: folder + "/out.json")))
  }

  private static let script = """
    import datetime, json, struct, sys, tomllib
    def show(v):
      if isinstance(v, bool): return 'b' + str(v).lower()
      if isinstance(v, int): return 'i' + str(v)
      if isinstance(v, float): return 'fnan' if v != v else 'f' + struct.pack('>d', v).hex()
      if isinstance(v, str): return 's' + v.encode().hex()
      if isinstance(v, list): return '[' + ','.join(map(show, v)) + ']'
      if isinstance(v, dict):
        return '{' + ','.join(sorted(k.encode().hex() + '=' + show(x) for k, x in v.items())) + '}'
      date = [v.year, v.month, v.day] if isinstance(v, datetime.date) else []
      time = [] if type(v) is datetime.date else [v.hour, v.minute, v.second]
      zone = v.utcoffset() if type(v) is datetime.datetime else None
      zone = [] if zone is None else [int(zone.total_seconds()) // 60]
      return 'd' + ' '.join(map(str, date + time + zone))
    def read(text):
      try: return show(tomllib.loads(text))
      except (ValueError, RecursionError): return None  # too deep for Python is too deep for canon
    texts = json.load(open(sys.argv[1] + '/in.json'))
    json.dump([read(t) for t in texts], open(sys.argv[1] + '/out.json', 'w'))
    """

  // MARK: - canon's reading

  /// - Returns: nil where something is not TOML.
  static func text(_ text: String) -> String? {
    var parser = TOMLParser(text)
    parser.parse()
    return parser.problems.isEmpty ? show(parser.root) : nil
  }

  private static func show(_ table: TOMLTable) -> String {
    let entries = table.keys.compactMap { key in table[key].map { hexadecimal(key) + "=" + show($0) } }
    return "{" + entries.sorted().joined(separator: ",") + "}"
  }

  private static func show(_ value: TOMLValue) -> String {
    switch value.content {
    case .boolean(let isTrue): return isTrue ? "btrue" : "bfalse"
    case .integer(let number): return "i\(number)"
    case .float(let number) where number.isNaN: return "fnan"
    case .float(let number):
      let digits = String(number.bitPattern, radix: 16)
      return "f" + String(repeating: "0", count: 16 - digits.count) + digits
    case .string(let text): return "s" + hexadecimal(text)
    case .array(let array): return "[" + array.values.map(show).joined(separator: ",") + "]"
    case .table(let table): return show(table)
    case .dateTime(let found):
      let date = found.date.map { [$0.year, $0.month, $0.day] } ?? []
      let time = found.time.map { [$0.hour, $0.minute, $0.second] } ?? []
      let parts = date + time + (found.offset.map { [$0] } ?? [])
      return "d" + parts.map(String.init).joined(separator: " ")
    case .broken: return "broken"
    }
  }

  private static func hexadecimal(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
