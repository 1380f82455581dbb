import CanonEngine
import Testing

/// What is a gain, a level in decibels, a place between the speakers, a sample rate; and what is none.
@Suite struct GainTests {
  @Test(
    "A gain is a number from 0 to 16",
    arguments: [
      (0, true), (1, true), (16, true), (-0.001, false), (16.001, false), (.infinity, false), (.nan, false),
    ] as [(Float, Bool)])
  func gains(linear: Float, isGain: Bool) {
    #expect((Gain(linear: linear) != nil) == isGain)
  }

  @Test(
    "Decibels go from -120 to +24",
    arguments: [
      (-120, true), (-1.9, true), (24, true), (-120.5, false), (24.1, false), (-.infinity, false),
      (.nan, false),
    ] as [(Double, Bool)])
  func decibels(value: Double, isAccepted: Bool) {
    #expect((Decibels(value) != nil) == isAccepted)
  }

  @Test(
    "A pan goes from -1 to +1",
    arguments: [
      (-1, true), (0, true), (1, true), (-1.01, false), (1.01, false), (.nan, false),
    ] as [(Double, Bool)])
  func pans(value: Double, isAccepted: Bool) {
    #expect((Pan(value) != nil) == isAccepted)
  }

  @Test(
    "A sample rate goes from 8 to 384 kHz",
    arguments: [
      (8000, true), (44_100, true), (384_000, true), (7999, false), (384_001, false), (-48_000, false),
      (.max, false),
    ] as [(Int, Bool)])
  func sampleRates(hertz: Int, isAccepted: Bool) {
    #expect((SampleRate(hertz: hertz) != nil) == isAccepted)
  }

  @Test("Frames last their part of a second")
  func seconds() throws {
    #expect(SampleRate.studio.seconds(48_000) == 1)
    #expect(try #require(SampleRate(hertz: 44_100)).seconds(-22_050) == -0.5)
  }
}
