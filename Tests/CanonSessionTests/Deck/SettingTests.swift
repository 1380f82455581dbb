import CanonEngine
import Testing

@testable import CanonSession

/// A value of the mixer, and the change that is pending.
@Suite struct SettingTests {
  @Test("A reported value ends a change that was pending for its frame or before, and no later one")
  func become() {
    for (due, goal) in [(9, 3), (10, 3), (11, 2)] as [(FramePosition, Int)] {
      var setting = Setting(1)
      setting.accept(.init(value: 2, at: due, length: 0))
      setting.become(3, at: 10)
      #expect(setting.value == 3 && setting.goal == goal, "due on \(due)")
    }
  }
}
