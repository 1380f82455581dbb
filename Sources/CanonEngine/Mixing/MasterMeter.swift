import Synchronization

/// The levels of the master since they were last read.
public struct MasterLevels: Equatable, Sendable {
  /// The largest magnitude of each channel; 1 is full scale.
  public var peak: (left: Float, right: Float) { (peakLeft, peakRight) }
  /// The root mean square of each channel.
  public var rms: (left: Float, right: Float) { (root(powerLeft), root(powerRight)) }
  /// The number of samples beyond full scale since the engine was made.
  public let clips: UInt64

  let peakLeft, peakRight, powerLeft, powerRight: Float
  let frames: UInt32

  /// The levels of this measurement and the next one together.
  package func joined(with next: Self) -> Self {
    Self(
      clips: next.clips, peakLeft: max(peakLeft, next.peakLeft), peakRight: max(peakRight, next.peakRight),
      powerLeft: powerLeft + next.powerLeft, powerRight: powerRight + next.powerRight,
      frames: frames &+ next.frames)
  }

  private func root(_ power: Float) -> Float { frames == 0 ? 0 : (power / Float(frames)).squareRoot() }
}

/// The meter's memory that audio and views share: one writer (audio), one reader at a time.
///
/// The reader requests a new measurement by incrementing `readings`; audio begins it with its next period. Frames
/// delivered between a reading and that period are in neither measurement: less than one period, at up to 30 readings
/// a second.
struct SharedMeter: ~Copyable {
  let readings = Atomic<UInt32>(0)
  let peakLeft = Atomic<UInt32>(0)
  let peakRight = Atomic<UInt32>(0)
  let powerLeft = Atomic<UInt32>(0)
  let powerRight = Atomic<UInt32>(0)
  let frames = Atomic<UInt32>(0)
  let clips = Atomic<UInt64>(0)
}

extension EngineClock {
  /// The levels of what was delivered since the last call, whoever made it. Reading resets them.
  /// - Thread: any but audio
  public func readLevels() -> MasterLevels {
    let meter = unsafe shared.pointer
    let levels = unsafe MasterLevels(
      clips: meter.pointee.meter.clips.load(ordering: .relaxed),
      peakLeft: Float(bitPattern: meter.pointee.meter.peakLeft.load(ordering: .relaxed)),
      peakRight: Float(bitPattern: meter.pointee.meter.peakRight.load(ordering: .relaxed)),
      powerLeft: Float(bitPattern: meter.pointee.meter.powerLeft.load(ordering: .relaxed)),
      powerRight: Float(bitPattern: meter.pointee.meter.powerRight.load(ordering: .relaxed)),
      frames: meter.pointee.meter.frames.load(ordering: .relaxed))
    _ = unsafe shared.pointer.pointee.meter.readings.wrappingAdd(1, ordering: .relaxed)
    return levels
  }
}

/// The audio thread's side of the master's meter.
struct MasterMeter: BitwiseCopyable {
  private var reading: UInt32 = 0
  private var peakLeft: Float = 0
  private var peakRight: Float = 0
  private var powerLeft: Float = 0
  private var powerRight: Float = 0
  private var frames: UInt32 = 0
  private var clips: UInt64 = 0

  @_noLocks init() {}

  /// Measures one period of output.
  @_noLocks mutating func measure(_ master: OutputPair, frames count: Int32, into shared: SharedClock) {
    let asked = unsafe shared.pointer.pointee.meter.readings.load(ordering: .relaxed)
    // Without a reading for many seconds the measurement restarts, because a large sum loses small powers.
    if asked != reading || frames > 1 << 22 {
      reading = asked
      (peakLeft, peakRight, powerLeft, powerRight, frames) = (0, 0, 0, 0, 0)
    }
    let left = unsafe Loudness(of: master.left, frames: count)
    let right = unsafe Loudness(of: master.right, frames: count)
    peakLeft = peakLeft > left.peak ? peakLeft : left.peak
    peakRight = peakRight > right.peak ? peakRight : right.peak
    powerLeft += left.power
    powerRight += right.power
    frames &+= UInt32(truncatingIfNeeded: count)
    clips &+= left.clips &+ right.clips
    unsafe shared.publish(peakLeft, peakRight, powerLeft, powerRight, frames: frames, clips: clips)
  }
}

extension SharedClock {
  @_noLocks fileprivate func publish(
    _ peakLeft: Float, _ peakRight: Float, _ powerLeft: Float, _ powerRight: Float, frames: UInt32,
    clips: UInt64
  ) {
    unsafe pointer.pointee.meter.peakLeft.store(peakLeft.bitPattern, ordering: .relaxed)
    unsafe pointer.pointee.meter.peakRight.store(peakRight.bitPattern, ordering: .relaxed)
    unsafe pointer.pointee.meter.powerLeft.store(powerLeft.bitPattern, ordering: .relaxed)
    unsafe pointer.pointee.meter.powerRight.store(powerRight.bitPattern, ordering: .relaxed)
    unsafe pointer.pointee.meter.frames.store(frames, ordering: .relaxed)
    unsafe pointer.pointee.meter.clips.store(clips, ordering: .relaxed)
  }
}

/// The peak, power and clips of one channel in one period.
struct Loudness {
  var peak: Float = 0
  /// The sum of squares.
  var power: Float = 0
  var clips: UInt64 = 0

  /// Computes four sums in parallel, because each addition to a single sum would wait for the one before.
  @_noLocks init(of samples: UnsafePointer<Float>, frames: Int32) {
    var (p0, p1, p2, p3) = (Float(0), Float(0), Float(0), Float(0))
    var (s0, s1, s2, s3) = (Float(0), Float(0), Float(0), Float(0))
    var i: Int32 = 0
    while i &+ 4 <= frames {
      let k = Int(i)
      let (a, b, c, d) = unsafe (samples[k], samples[k &+ 1], samples[k &+ 2], samples[k &+ 3])
      s0 += a * a
      s1 += b * b
      s2 += c * c
      s3 += d * d
      p0 = p0 > a.magnitude ? p0 : a.magnitude
      p1 = p1 > b.magnitude ? p1 : b.magnitude
      p2 = p2 > c.magnitude ? p2 : c.magnitude
      p3 = p3 > d.magnitude ? p3 : d.magnitude
      i &+= 4
    }
    while i < frames {
      let a = unsafe samples[Int(i)]
      s0 += a * a
      p0 = p0 > a.magnitude ? p0 : a.magnitude
      i &+= 1
    }
    power = (s0 + s1) + (s2 + s3)
    let (p, q) = (p0 > p1 ? p0 : p1, p2 > p3 ? p2 : p3)
    peak = p > q ? p : q
    guard peak > 1 else { return }
    i = 0
    while i < frames {
      if unsafe samples[Int(i)].magnitude > 1 { clips &+= 1 }
      i &+= 1
    }
  }
}
