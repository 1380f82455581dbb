import Foundation

/// canon's JSON: keys in snake_case and in alphabetical order, so that two runs can be compared.
public enum JSONText {
  /// - Parameter keepsKeys: Whether the keys are those of another program's format, and stay as they are.
  public static func text(_ value: some Encodable, keepsKeys: Bool = false) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = keepsKeys ? .useDefaultKeys : .convertToSnakeCase
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
