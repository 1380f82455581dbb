/// Values by numbers that count up from 0. Those of the newest numbers are found by their places, because each command is looked up several
/// times on its way, and a hash takes longer than what is done with the value. What is still there when its place is needed goes into a table.
struct NumberedValues<Value: Sendable>: Sendable {
  /// A value is at the remainder of its number.
  private var newest: [Place]
  private var others: [Int: Value] = [:]
  /// The number of values.
  private(set) var count = 0

  private struct Place: Sendable {
    /// The number whose value is here; -1 for none.
    var owner = -1
    var value: Value?
  }

  /// - Parameter room: The number of places, a power of two; at least as many as there are values at a time, so that the table is seldom used.
  init(room: Int = 512) { newest = Array(repeating: Place(), count: room) }

  private func place(of number: Int) -> Int { number & (newest.count - 1) }

  /// The value of a number; nil for none.
  subscript(number: Int) -> Value? {
    let place = place(of: number)
    return newest[place].owner == number ? newest[place].value : others[number]
  }

  /// Adds the value of a number that has none.
  mutating func add(_ value: Value, as number: Int) {
    count += 1
    let place = place(of: number)
    if newest[place].owner > number {
      others[number] = value
      return
    }
    if newest[place].owner >= 0 { others[newest[place].owner] = newest[place].value }
    newest[place] = Place(owner: number, value: value)
  }

  /// Changes the value of a number where it is.
  /// - Returns: What `change` returns; nil if there is no such value.
  @discardableResult
  mutating func change<Result>(_ number: Int, _ change: (inout Value) -> Result) -> Result? {
    let place = place(of: number)
    if newest[place].owner == number { return change(&newest[place].value!) }
    guard let index = others.index(forKey: number) else { return nil }
    return change(&others.values[index])
  }

  /// Removes the value of a number.
  /// - Returns: The value; nil if there was none.
  @discardableResult
  mutating func remove(_ number: Int) -> Value? {
    let place = place(of: number)
    guard newest[place].owner == number else {
      let value = others.isEmpty ? nil : others.removeValue(forKey: number)
      if value != nil { count -= 1 }
      return value
    }
    count -= 1
    newest[place].owner = -1
    return newest[place].value.take()
  }

  /// All numbers that have values, in their order.
  var numbers: [Int] { (newest.map(\.owner).filter { $0 >= 0 } + others.keys).sorted() }
}
