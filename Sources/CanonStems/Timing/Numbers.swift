/// Reads 1 to 15 ASCII digits; nil for anything else (signs, spaces, other scripts' digits).
func wholeNumber(_ text: some StringProtocol) -> Int64? {
  guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
    return nil
  }
  return Int64(text)
}

/// Reads a number with a limited number of decimals, as `24` or `0.5`, times 10^places; nil for anything else, and for
/// more than 10^12.
func decimalNumber(_ text: some StringProtocol, places: Int) -> Int64? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard (1...2).contains(parts.count), let whole = wholeNumber(parts[0]), whole <= 1_000_000_000_000 else {
    return nil
  }
  let digits = parts.count == 2 ? String(parts[1]) : "0"
  guard (1...places).contains(digits.utf8.count),
    let fraction = wholeNumber(digits + String(repeating: "0", count: places - digits.utf8.count))
  else { return nil }
  return (0..<places).reduce(whole) { value, _ in value * 10 } + fraction
}

/// Reads a number up to a million with any decimals, nine at most, rounded to some, times 10^places; nil for anything else. Faders send
/// more decimals than anybody means.
func roundedNumber(_ text: some StringProtocol, places: Int) -> Int64? {
  guard text.prefix(while: { $0 != "." }).utf8.count <= 6, let exact = decimalNumber(text, places: 9) else {
    return nil
  }
  let unit = (places..<9).reduce(Int64(1)) { unit, _ in unit * 10 }
  return (exact + unit / 2) / unit
}

/// Returns `value / 10^places` as the shortest exact decimal number.
func decimal(_ value: Int64, places: Int) -> String {
  var digits = String(value)
  while digits.count <= places { digits = "0" + digits }
  var fraction = digits.suffix(places)
  while fraction.last == "0" { fraction.removeLast() }
  let whole = digits.dropLast(places)
  return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
}
