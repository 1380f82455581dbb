import CRealtime

/// The instructions with which the stems are mixed. Every set gives the same bits.
public enum InstructionSet: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// What every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
  case baseline
  /// x86-64-v3: AVX2 and what comes with it.
  case v3

  /// Whether this processor has it.
  public var isAvailable: Bool {
    switch self {
    case .baseline: true
    case .v3: rt_has_x86_64_v3()
    }
  }

  /// The quickest that this processor has.
  public static let best: InstructionSet = InstructionSet.v3.isAvailable ? .v3 : .baseline
}
