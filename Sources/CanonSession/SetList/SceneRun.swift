import CanonEngine

/// A scene that is run, each time another one.
struct SceneRun: Hashable, Sendable {
  /// Its place among the runs of the performance.
  let number: Int
  /// The scene's id.
  let scene: String
}
