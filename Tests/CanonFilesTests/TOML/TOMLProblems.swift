@testable import CanonFiles

/// What is said of a text that is to be TOML, in a file `f`: of what is left out, or of what keeps it from being read.
func problems(_ text: String) -> [String] {
  do {
    return try TOMLFile(path: "f", text: text).problems.map(\.message)
  } catch {
    return error.problems.map(\.message)
  }
}
