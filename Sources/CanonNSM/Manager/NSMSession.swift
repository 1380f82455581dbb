import CanonFiles
import CanonNetwork
import Glibc
import Synchronization

/// canon's place in a session of the New Session Manager (Documentation/NSM.md), from the announcement until canon ends.
public final class NSMSession: Sendable {
  /// What the manager has canon open.
  public let project: NSMProject
  public let folder: SessionFolder
  let link: NSMLink
  private let state = Mutex(State())

  private struct State {
    /// Another session, for which canon is to start again.
    var next: NSMProject?
    /// Whether the manager waits for an answer to `open`.
    var isOpening = true
  }

  /// The variable in which a manager says where it listens.
  public static let variable = "NSM_URL"
  static let capabilities = ":dirty:switch:message:"
  static let version: [Int32] = [1, 1]
  /// Seconds to wait for a manager's first answer. One that starts many programs is slow to answer the first of them.
  static let (patience, patienceOfStarted) = (3, 60)
  /// Seconds to wait then for what is to be opened.
  static let longPatience = 60

  /// Whether a session manager says that it has started canon.
  public static func isOffered(_ environment: [String: String]) -> Bool {
    !(environment[variable] ?? "").isEmpty
  }

  /// Announces canon to the manager that the environment names, and waits for what it is to open.
  /// - Parameters:
  ///   - executable: The name by which canon was started.
  ///   - isStarted: Whether the manager has started canon, and not a person.
  /// - Returns: nil if no manager is named.
  /// - Throws: The reason why canon is in no session.
  public static func join(
    environment: [String: String], executable: String, isStarted: Bool
  ) async throws(NSMProblem) -> NSMSession? {
    guard let url = environment[variable], !url.isEmpty else { return nil }
    if let handover = NSMHandover(taking: environment) {
      let link = try await NSMLink.open(to: url, inherited: handover.descriptor)
      return NSMSession(handover.project, link)
    }
    let link = try await NSMLink.open(to: url, inherited: nil)
    // The manager takes a name without a folder, and starts it the next time.
    let name = executable.split(separator: "/").last.map(String.init) ?? executable
    link.send(
      OSCMessage(
        NSMRequest.announcing,
        [.text("canon"), .text(capabilities), .text(name)] + version.map { .int($0) } + [.int(getpid())]))
    do throws(NSMProblem) {
      let seconds = isStarted ? patienceOfStarted : patience
      return NSMSession(try await project(by: link, at: url, patience: seconds), link)
    } catch {
      await link.close()
      throw error
    }
  }

  /// Waits for what the manager has canon open.
  private static func project(
    by link: NSMLink, at url: String, patience: Int
  ) async throws(NSMProblem) -> NSMProject {
    link.wait(for: .welcome, .seconds(patience))
    var isWelcome = false
    for await news in link.news {
      switch news {
      case .request(.welcome):
        isWelcome = true
        link.wait(for: .project, .seconds(longPatience))
      case .request(.refused(let reason)): throw .refused(reason)
      case .request(.open(let project?)): return project
      case .request(.open(nil)): link.refuse(NSMRequest.opening, .project, .english)
      // Nothing is open yet.
      case .request(.save): link.refuse(NSMRequest.saving, .notNow, .english)
      case .late(.welcome): if !isWelcome { throw .noAnswer(url, seconds: patience) }
      case .late(.project): throw .noProject(url, seconds: longPatience)
      }
    }
    throw .noAnswer(url, seconds: patience)
  }

  private init(_ project: NSMProject, _ link: NSMLink) {
    (self.project, self.link) = (project, link)
    folder = SessionFolder(path: project.path)
  }

  // MARK: - Opening

  /// Tells the manager that the session is open.
  func opened() {
    guard endOpening() else { return }
    link.answer(NSMRequest.opening, "Opened.")
  }

  /// Tells the manager that the session cannot be opened, if it still waits for that.
  public func notOpened(_ refusal: NSMRefusal, _ language: Language) async {
    guard endOpening() else { return }
    await link.refuseAtLast(NSMRequest.opening, refusal, language)
  }

  private func endOpening() -> Bool {
    state.withLock { state in
      defer { state.isOpening = false }
      return state.isOpening
    }
  }

  // MARK: - Another program in this process

  /// Another session that the manager has opened: canon is to start again for it (``restart(_:)``) once it has ended here.
  public internal(set) var next: NSMProject? {
    get { state.withLock { $0.next } }
    set { state.withLock { $0.next = newValue } }
  }

  /// Prepares a program that is about to replace this one in its process to go on in canon's place: by the same socket and number of
  /// process, by which the manager knows it.
  /// - Parameter project: What it is to open; nil for the same.
  public func handOver(_ project: NSMProject? = nil) async {
    await link.stop()
    NSMHandover(descriptor: link.descriptor, project: project ?? self.project).give()
  }

  /// Starts canon again, without arguments, for the session that the manager has opened. Returns only if that fails.
  public func restart(_ language: Language) async {
    guard let next else { return }
    await handOver(next)
    let words = CommandLine.arguments.prefix(1).map { strdup($0) } + [nil]
    execv("/proc/self/exe", words)
  }
}
