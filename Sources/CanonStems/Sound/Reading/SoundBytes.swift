import CSndFile
import Foundation

/// The bytes of a sound file at any place, until a deadline. After it the file is as if it were empty, so that whoever reads it comes
/// to an end: also a single call of a library that reads a file on and on.
///
/// Used by one thread at a time.
final class SoundBytes {
  private let descriptor: Int32
  private let deadline: SuspendingClock.Instant
  /// Where the sound begins in the file, in bytes: ID3 tags before WAV, AIFF and FLAC are as if they were not there. libsndfile passes
  /// over them only where it opens the file itself. (An MP3 file has them as a part of it.)
  private let start: Int
  /// From there to the end of the file, in bytes; of FLAC in Ogg, those of the FLAC file.
  let size: Int
  /// nil for every other file.
  let flac: OggFLAC?
  /// Where libsndfile reads next.
  private var offset = 0
  /// How many bytes libsndfile may still read before it has to have decoded something. A decoder looks for the next frame on and on, and a file
  /// can have holes of terabytes.
  private var allowance = SoundBytes.largestAllowance
  /// Where libsndfile has to read that the samples are floats, two bytes; nil if it knows.
  private var encoding: Int?

  /// More than the tags of a file and the largest frame take, in bytes.
  private static let largestAllowance = 1 << 26

  /// - Parameter descriptor: It stays open at least as long as this, and belongs to the caller.
  init(_ descriptor: Int32, until deadline: SuspendingClock.Instant) {
    (self.descriptor, self.deadline) = (descriptor, deadline)
    var status = stat()
    let length = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    start = Self.startOfSound(descriptor)
    flac = OggFLAC(fileSize: length) {
      SuspendingClock.now <= deadline ? Self.read(descriptor, at: $0, into: $1) : 0
    }
    size = flac?.size ?? max(0, length - start)
    encoding = Wave64Header.extensibleFloats(HeaderBytes(self))
  }

  private static func read(
    _ descriptor: Int32, at offset: Int, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    max(0, pread(descriptor, target.baseAddress, target.count, offset))
  }

  private static func startOfSound(_ descriptor: Int32) -> Int {
    func bytes(at offset: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 10)
      return pread(descriptor, &bytes, bytes.count, offset) == bytes.count ? bytes : []
    }
    var offset = 0
    // A file may be made of nothing else.
    for _ in 0..<100 {
      let head = bytes(at: offset)
      guard head.starts(with: "ID3".utf8) else { break }
      offset += 10 + (head[5] & 0x10 != 0 ? 10 : 0) + Int(head[6...].sevenBits)
    }
    let head = bytes(at: offset)
    let isSound = ["RIFF", "RIFX", "RF64", "FORM", "fLaC"].contains { head.starts(with: $0.utf8) }
    return isSound ? offset : 0
  }

  /// - Returns: The number of bytes; fewer at the file's end, and after an error; 0 after the deadline.
  func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    guard (0...size).contains(offset), SuspendingClock.now <= deadline else { return 0 }
    guard let flac else { return Self.read(descriptor, at: start + offset, into: target) }
    return flac.read(at: offset, into: target) { Self.read(descriptor, at: $0, into: $1) }
  }

  // MARK: - For libsndfile

  /// Opens the file with libsndfile.
  /// - Returns: nil with libsndfile's error number. The handle uses this object, and does not keep it.
  func open(_ header: inout SF_INFO) -> (pointer: OpaquePointer?, error: Int32) {
    var calls = SF_VIRTUAL_IO(
      get_filelen: { Int64(SoundBytes.of($0)?.size ?? 0) },
      seek: { SoundBytes.of($2)?.seek($0, $1) ?? -1 },
      read: { SoundBytes.of($2)?.readNext(UnsafeMutableRawBufferPointer(start: $0, count: Int($1))) ?? 0 },
      write: { _, _, _ in 0 },
      tell: { Int64(SoundBytes.of($0)?.offset ?? 0) })
    let me = Unmanaged.passUnretained(self).toOpaque()
    return SoundHandle.open { sf_open_virtual(&calls, Int32(SFM_READ), &header, me) }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> SoundBytes? {
    pointer.map { Unmanaged<SoundBytes>.fromOpaque($0).takeUnretainedValue() }
  }

  private func readNext(_ target: UnsafeMutableRawBufferPointer) -> Int64 {
    let wanted = min(target.count, allowance)
    let count = read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: target[..<wanted]))
    allowance -= count
    if let encoding {
      for (place, byte) in [(encoding, 3), (encoding + 1, 0)] as [(Int, UInt8)]
      where (offset..<(offset + count)).contains(place) {
        target[place - offset] = byte
      }
    }
    offset += count
    return Int64(count)
  }

  /// libsndfile has decoded something: it may read on.
  /// - Parameter samples: Their number in the file, of which none takes more than 16 bytes.
  func decoded(samples: Int) {
    allowance = min(Self.largestAllowance, allowance + min(samples, Self.largestAllowance) * 16)
  }

  private func seek(_ distance: Int64, _ whence: Int32) -> Int64 {
    let start = whence == SEEK_CUR ? offset : whence == SEEK_END ? size : 0
    let (place, isTooFar) = start.addingReportingOverflow(Int(distance))
    guard !isTooFar, place >= 0 else { return -1 }
    offset = place
    return Int64(place)
  }
}
