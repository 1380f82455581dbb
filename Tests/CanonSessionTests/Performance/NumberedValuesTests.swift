import Testing

@testable import CanonSession

/// Values by numbers that count up, however long they stay.
@Suite struct NumberedValuesTests {
  @Test("Every value is found by its number, changed and removed, as in a table")
  func asATable() {
    var values = NumberedValues<String>(room: 8)
    var table: [Int: String] = [:]
    for number in 1...300 {
      values.add("\(number)", as: number)
      table[number] = "\(number)"
      // Most leave soon, some stay, and of these some are changed, replaced or removed once others have had their places.
      let (soon, later) = (max(0, number - 3), number / 10 * 7 / 5)
      if soon % 7 != 0 {
        let (removed, expected) = (values.remove(soon), table.removeValue(forKey: soon))
        #expect(removed == expected)
      }
      let isChanged = values.change(later) { $0 += "+" } != nil
      #expect(isChanged == (table[later] != nil))
      table[later]? += "+"
      if number % 20 == 0 {
        let (removed, expected) = (values.remove(later), table.removeValue(forKey: later))
        #expect(removed == expected)
        values.add("again", as: later)
        table[later] = "again"
      }
      if number % 50 == 0 {
        values.remove(later)
        table[later] = nil
      }
      #expect(values.count == table.count && values.numbers == table.keys.sorted())
      #expect((0...number).allSatisfy { values[$0] == table[$0] }, "after \(number)")
    }
  }
}
