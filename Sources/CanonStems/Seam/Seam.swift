/// What was measured at the place where a loop's end meets its start.
public struct Seam: Hashable, Sendable {
  /// From the last sample to the first, full scale is 1.
  public var step: Double
  /// The largest step from one sample to the next inside of the loop.
  public var ordinaryStep: Double
  /// The second difference at the seam: how far a sample is from the line through the two before it.
  public var sharpness: Double
  /// The largest one in the 50 ms on both sides of the seam.
  public var ordinarySharpness: Double
  /// The sharpness as a multiple of the ordinary one, and of the largest in the whole loop.
  public var besideIt, anywhere: Double
  /// How many times louder the loop begins than it ends.
  public var attack: Double

  /// Whether it is heard as a click. What is 40 dB below full scale is not. Something as sharp elsewhere in the loop does not hide a
  /// seam that is much sharper than both ends, unless the sound begins there.
  public var clicks: Bool {
    sharpness > 0.01 && besideIt > 4 && (anywhere > 1.5 || (besideIt > 40 && attack < 2))
  }
}
