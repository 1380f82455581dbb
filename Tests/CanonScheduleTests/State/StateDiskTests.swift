import CanonFiles
import Foundation
import Testing

@testable import CanonSchedule

/// Disks that refuse: it is said, and the music goes on.
@Suite struct StateDiskTests {
  let folder = StateFolder()
  static let forgotten = "Until then what this canon sees of the doors is forgotten when it ends."

  @Test(
    arguments: [
      (ENOSPC, "found no room left on the disk", "Make room."),
      (EDQUOT, "found no room left on the disk", "Make room."),
      (EROFS, "found a disk that can only be read", "Set XDG_STATE_HOME to a folder that can be written."),
      (
        EACCES, "found no permission",
        "Change the permissions, e.g. with chmod u+rwX, or set XDG_STATE_HOME to a folder of yours."
      ),
      (EIO, "found Input/output error", "Set XDG_STATE_HOME to a folder that can be written."),
    ])
  func aDiskThatCannotBeWrittenIsTold(code: Int32, found: String, remedy: String) {
    var file = folder.file
    file.calls.open = { _, _, _ throws(DiskError) in throw DiskError(code: code) }
    let outcome = file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    #expect(outcome.memory == DoorMemory("18:00:00", "18:00:00"), "the doors are judged by it all the same")
    #expect(
      outcome.problems.map(\.message) == [
        """
        \(folder.state): \(found), expected a folder that canon may write its memory to. \(remedy) \
        \(Self.forgotten)
        """
      ])
  }

  /// Each step fails in turn.
  @Test(arguments: CutShort.everywhere.filter { $0.step < $0.stepCount }, [ENOSPC, EIO])
  func noFailureLosesAnything(cut: CutShort, code: Int32) throws {
    try cut.before.prepare(folder)
    let calls = DiskCalls.stepping(StepCounter()) { step throws(DiskError) in
      if step == cut.step { throw DiskError(code: code) }
    }
    let outcome = BeforeUpdate.update(folder.state, calls)
    #expect(outcome.memory == cut.before.memory.learning { $0.see(at("19:00:00")) })
    let isRemoving = cut.before == .leftover && cut.step == 2
    #expect(outcome.problems.isEmpty == isRemoving, "a leftover that stays harms nobody")
    if !isRemoving { #expect(folder.names.filter { $0.hasSuffix(".part") && $0 != ".canon-1f.part" } == []) }
    try cut.before.expectNothingLost(in: folder)
  }

  @Test func signalsDoNotInterrupt() {
    let interrupted = StepCounter()
    var file = folder.file
    let calls = DiskCalls.stepping(StepCounter()) { _ in }
    @Sendable func interruptEverySecondTime() throws(DiskError) {
      if interrupted.step().isMultiple(of: 2) { throw DiskError(code: EINTR) }
    }
    file.calls.open = { path, flags, mode throws(DiskError) in
      try interruptEverySecondTime()
      return try calls.open(path, flags, mode)
    }
    file.calls.write = { descriptor, bytes throws(DiskError) in
      try interruptEverySecondTime()
      return try calls.write(descriptor, bytes.prefix(1))
    }
    file.calls.sync = { descriptor throws(DiskError) in
      try interruptEverySecondTime()
      try calls.sync(descriptor)
    }
    let outcome = file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    #expect(outcome == StateFile.Outcome(memory: DoorMemory("18:00:00", "18:00:00")))
    #expect(folder.file.memory(of: folder.schedule()) == outcome)
  }

  @Test func aFileSystemThatSyncsNoFoldersWillDo() {
    var file = folder.file
    file.calls.sync = { descriptor throws(DiskError) in
      var status = stat()
      fstat(descriptor, &status)
      if status.st_mode & S_IFMT == S_IFDIR { throw DiskError(code: EINVAL) }
      try DiskCalls().sync(descriptor)
    }
    #expect(file.update(folder.schedule()) { $0.see(at("18:00:00")) }.problems.isEmpty)
  }

  /// Real ones, which not even the superuser can write: a file in the folder's place, a link to nowhere, /proc.
  @Test func foldersThatCannotBe() throws {
    let schedule = folder.schedule()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "nowhere")
    for (state, found) in [
      (schedule, "Not a directory"), (schedule + "/canon", "Not a directory"),
      (folder.path + "/link", "No such file or directory"),
      (folder.path + "/link/canon", "No such file or directory"),
      ("/proc/canon", "No such file or directory"),
    ] {
      let file = StateFile(folder: state)
      let outcome = file.update(schedule) { $0.see(at("18:00:00")) }
      #expect(outcome.memory == DoorMemory("18:00:00", "18:00:00"))
      #expect(
        outcome.problems.map(\.message) == [
          """
          \(state): found \(found), expected a folder that canon may write its memory to. Set XDG_STATE_HOME to \
          a folder that can be written. \(Self.forgotten)
          """
        ])
      #expect(file.memory(of: schedule) == StateFile.Outcome(), "nothing is kept there")
    }
  }

  /// Who could put one there could have any file of this user's made, or held for ever.
  @Test func aLockThatIsALinkIsRefused() throws {
    mkdir(folder.state, 0o700)
    for target in [folder.path + "/elsewhere", folder.schedule()] {
      unlink(folder.state + "/.lock")
      #expect(symlink(target, folder.state + "/.lock") == 0)
      let outcome = folder.file.update(folder.schedule()) { $0.see(at("18:00:00")) }
      #expect(outcome.memory == DoorMemory("18:00:00", "18:00:00"), "the doors are judged by it all the same")
      #expect(outcome.problems == [.unwritable(folder: folder.state, DiskError(code: ELOOP))])
    }
    #expect(access(folder.path + "/elsewhere", F_OK) != 0)
    #expect(folder.names == [])
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is forbidden to root"))
  func aFolderWithoutPermissionStillIsRead() {
    folder.file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    chmod(folder.state, 0o500)
    unlink(folder.state + "/.lock")
    let outcome = folder.file.update(folder.schedule()) { $0.see(at("19:00:00")) }
    #expect(outcome.memory == DoorMemory("18:00:00", "19:00:00"))
    #expect(outcome.problems == [.unwritable(folder: folder.state, DiskError(code: EACCES))])
  }

  @Test func aDiskThatCannotBeWrittenStillIsRead() {
    folder.file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    var file = folder.file
    file.calls.open = { _, _, _ throws(DiskError) in throw DiskError(code: EROFS) }
    let outcome = file.update(folder.schedule()) { $0.see(at("19:00:00")) }
    #expect(outcome.memory == DoorMemory("18:00:00", "19:00:00"))
    #expect(outcome.problems == [.unwritable(folder: folder.state, DiskError(code: EROFS))])
    #expect(folder.file.memory(of: folder.schedule()).memory == DoorMemory("18:00:00", "18:00:00"))
  }

  @Test func whatAKilledWriterLeftIsRemoved() {
    folder.file.update(folder.schedule()) { $0.see(at("18:00:00")) }
    for name in [".canon-1.part", ".canon-ffffffff.part", ".notes", "mine.part"] {
      makeFile(folder.state + "/" + name, [0x78])
    }
    #expect(folder.file.memory(of: folder.schedule()).problems.isEmpty)
    #expect(folder.file.update(folder.schedule()) { $0.see(at("19:00:00")) }.problems.isEmpty)
    #expect(folder.names == [".notes", folder.place(folder.schedule()).name, "mine.part"])
  }
}
