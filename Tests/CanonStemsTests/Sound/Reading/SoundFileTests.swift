import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

@Suite struct SoundFileTests {
  let folder = TemporaryFolder()

  /// What reading the file says, without the folder's path.
  private func complaint(_ name: String) -> String? {
    let error = #expect(throws: SoundProblem.self) { try SoundFile.read(folder[name]) }
    return error?.message.replacing(folder.path + "/", with: "")
  }

  private static let readable =
    "expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others)."

  @Test func theHeaderIsEnoughForTheInfo() throws {
    try folder.sound(
      "a.flac", [Float](repeating: 0, count: 200), channels: 2, rate: .compactDisc, format: .flac)
    let info = try SoundFile.info(folder["a.flac"])
    #expect(info == SoundInfo(sampleRate: .compactDisc, channelCount: 2, frameCount: 100))
    #expect(info.duration == 100.0 / 44_100)
  }

  @Test func aMissingFileIsSoughtNearby() throws {
    try folder.sound("0_cello.flac", [0], format: .flac)
    #expect(
      complaint("0_celo.flac")
        == "0_celo.flac: found no such file, \(Self.readable) Did you mean \"0_cello.flac\"?")
    try folder.sound("B.wav", [0])
    #expect(complaint("b.wav") == "b.wav: found no such file, \(Self.readable) Did you mean \"B.wav\"?")
    #expect(
      complaint("a.wav")
        == "a.wav: found no such file, \(Self.readable) Check the name; large and small letters differ.")
    #expect(
      complaint("drums.wav")
        == "drums.wav: found no such file, \(Self.readable) Check the name; large and small letters differ.")
  }

  @Test("A name that is not UTF-8 is told as the disk has it, with the command that renames it")
  func otherEncoding() throws {
    try folder.sound("a.wav", [0, 0])
    try folder.run("sh", ["-c", #"mv a.wav "$(printf 'Gl\366ck.wav')""#])
    let message =
      #"Gl�ck.wav: found the name $'Gl\xf6ck.wav', which is not UTF-8, expected a name in UTF-8. "#
      + #"Rename it, e.g.: mv $'Gl\xf6ck.wav' Gl_ck.wav"#
    #expect(complaint("Gl�ck.wav") == message)
    #expect(complaint("Gl�k.wav")?.contains("no such file") == true)
    let problem = #expect(throws: FileProblems.self) { try AssumedSet(folder: folder.path) }
    #expect(problem?.problems.map { $0.message.replacing(folder.path + "/", with: "") } == [message])
    try folder.run("bash", ["-c", #"mv $'Gl\xf6ck.wav' Gl_ck.wav"#])
    #expect(try SoundFile.info(folder["Gl_ck.wav"]).frameCount == 2, "as the message says")
  }

  @Test func aFolderIsNoSound() throws {
    try folder.makeFolder("a.wav")
    #expect(complaint("a.wav") == "a.wav: found a folder, \(Self.readable) Name the file itself.")
  }

  @Test func aPipeDoesNotBlock() {
    #expect(mkfifo(folder["a.wav"], 0o600) == 0)
    #expect(
      complaint("a.wav")
        == "a.wav: found a pipe, a device or the like, expected a regular file. Name a file on disk.")
  }

  @Test func anEmptyFileHasNoFrames() throws {
    try folder.write("", to: "a.wav")
    #expect(complaint("a.wav") == "a.wav: found 0 frames, expected at least 1 frame. Export it again.")
    try folder.sound("b.wav", [])
    #expect(complaint("b.wav") == "b.wav: found 0 frames, expected at least 1 frame. Export it again.")
  }

  @Test func textIsNoSound() throws {
    try folder.write("Dear diary,\nthis is not a sound file.\n", to: "a b.flac")
    #expect(
      complaint("a b.flac")
        == "a b.flac: found not a sound file that canon can read, \(Self.readable) "
        + "Check what it is, e.g.: file 'a b.flac'")
  }

  @Test func aDamagedHeaderIsSaid() throws {
    try folder.sound("a.flac", sine(1, frames: 100), format: .flac)
    try folder.truncate("a.flac", to: 20)
    #expect(
      complaint("a.flac") == "a.flac: found a damaged sound file, \(Self.readable) Copy or export it again.")
  }

  @Test func sixChannelsNeedAChoice() throws {
    try folder.sound("a.wav", [Float](repeating: 0, count: 60), channels: 6)
    #expect(
      complaint("a.wav")
        == "a.wav: found 6 channels, expected 1 or 2 channels, or a choice of one or two. Write e.g. channels = [1, 2] for "
        + "this stem in a set.toml, or mix it down, e.g.: sox a.wav a-stereo.wav channels 2")
  }

  @Test(arguments: [1, 7_999, 384_001, 0x7fff_ffff])
  func oddRatesAreRefused(hertz: Int) throws {
    try folder.sound("a.wav", [0, 0, 0])
    // RIFF 12 bytes, the head of fmt 8, format 2, channels 2.
    try folder.patch("a.wav", at: 24, with: withUnsafeBytes(of: UInt32(hertz).littleEndian) { Array($0) })
    #expect(
      complaint("a.wav")
        == "a.wav: found a sample rate of \(hertz) Hz, expected 8000 to 384000 Hz. "
        + "Export it again at a usual rate, as 48000 Hz.")
  }

  @Test func anImmenseFileIsRefusedBeforeItIsRead() throws {
    // Sparse: 3 GiB of nothing, which take no room.
    try folder.sound("a.wav", [0])
    let data = try folder.bytes("a.wav").range(of: Data("data".utf8))!.upperBound
    let size = 3 << 30
    try folder.patch("a.wav", at: data, with: withUnsafeBytes(of: UInt32(size).littleEndian) { Array($0) })
    #expect(truncate(folder["a.wav"], off_t(data + 4 + size)) == 0)
    #expect(
      complaint("a.wav")
        == "a.wav: found \(size) bytes when decoded, expected at most 2147483648 bytes. "
        + "Cut it to the length of the loop.")
  }

  @Test func truncatedFLACIsSaid() throws {
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<50_000).map { _ in Float.random(in: -1...1, using: &generator) }
    try folder.sound("a.flac", noise, format: .flac)
    try folder.truncate("a.flac", to: 60_000)
    let error = #expect(throws: SoundProblem.self) { try SoundFile.read(folder["a.flac"]) }
    guard case .truncated(let read, 50_000) = error?.cause else { Issue.record("\(error as Any)"); return }
    #expect((1..<50_000).contains(read))
    #expect(
      complaint("a.flac")
        == "a.flac: found \(read) of 50000 frames, expected as many frames as its header announces. "
        + "It was cut short: copy or export it again.")
  }

  @Test func truncatedWAVIsSaidAlthoughLibsndfileIsSilent() throws {
    try folder.sound("a.wav", [Float](repeating: 0, count: 2000), channels: 2)
    let size = try folder.bytes("a.wav").count
    try folder.truncate("a.wav", to: size - 4000)
    #expect(
      complaint("a.wav")
        == "a.wav: found 500 of 1000 frames, expected as many frames as its header announces. "
        + "It was cut short: copy or export it again.")
  }

  @Test func aStreamedWAVWithoutALengthIsRead() throws {
    try folder.sound("a.wav", [0.25, 0.5])
    let data = try folder.bytes("a.wav").range(of: Data("data".utf8))!.upperBound
    try folder.patch("a.wav", at: data, with: [0xff, 0xff, 0xff, 0xff])
    #expect(try SoundFile.read(folder["a.wav"]).channels == [[0.25, 0.5]])
  }

  @Test func samplesThatAreNoNumbersAreCounted() throws {
    try folder.sound("a.wav", [0, 0, 0, .nan, .infinity, -.infinity], channels: 2)
    #expect(
      complaint("a.wav")
        == "a.wav: found 3 samples that are no numbers (NaN or infinite), the first in frame 1, "
        + "expected finite samples. Export it again; a plug-in may have failed.")
  }

  @Test func proposedCommandsSurviveTheShell() {
    #expect(SoundProblem.Cause.word("a b.wav") == "'a b.wav'")
    #expect(SoundProblem.Cause.word("it's.wav") == "'it'\\''s.wav'")
    #expect(SoundProblem.Cause.word("-n.wav") == "./-n.wav")
    #expect(SoundProblem.Cause.word("$(reboot).wav") == "'$(reboot).wav'")
    #expect(SoundProblem.Cause.word("チェロ.wav") == "チェロ.wav")
    #expect(SoundProblem.Cause.word("") == "''")
    #expect(SoundProblem.Cause.shellWord([0x2d, 0x27, 0x5c, 0x0a, 0xff]) == #"$'./-\x27\x5c\x0a\xff'"#)
    #expect(SoundProblem.Cause.sibling(of: "x.y/a", "-cut") == "x.y/a-cut.flac")
    #expect(SoundProblem.Cause.sibling(of: "x/a.b.wav", "-cut") == "x/a.b-cut.wav")
  }
}
