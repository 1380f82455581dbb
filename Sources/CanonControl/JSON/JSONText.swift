/// canon's JSON: keys in snake_case and in alphabetical order, so that two runs can be compared.
public enum JSONText {
  /// - Parameter keepsKeys: Whether the keys are those of another program's format, and stay as they are.
  /// - Returns: One line; `{}` for a value with a number that JSON does not have.
  public static func text(_ value: some Encodable, keepsKeys: Bool = false) -> String {
    let node = JSONNode()
    do { try JSONWriter(node, keepsKeys: keepsKeys).write(value) } catch { return "{}" }
    var text = ""
    node.append(to: &text)
    return text
  }
}
