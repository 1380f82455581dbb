import CanonControl
import CanonFiles
import CanonSession

/// The reason why a call is not carried out.
enum PlayerRefusal: Error, Translated, Hashable, Sendable {
  case unknownMethod(String)
  case unknownProperty(String)
  case readOnly(String)
  /// Too many calls wait already.
  case busy
  case refused([CommandProblem])

  /// The name of the D-Bus error.
  var name: String {
    let common = "org.freedesktop.DBus.Error."
    return switch self {
    case .unknownMethod: common + "UnknownMethod"
    case .unknownProperty: common + "UnknownProperty"
    case .readOnly: common + "PropertyReadOnly"
    case .busy: common + "LimitsExceeded"
    case .refused: MPRIS.name + ".Refused"
    }
  }

  /// In English.
  var message: String {
    switch self {
    case .unknownMethod(let name):
      "\(CleanText.quote(name)) is not a method of canon, or its arguments have other types. Introspect lists the methods."
    case .unknownProperty(let name):
      "\(CleanText.quote(name)) is not a property of canon. Introspect lists the properties."
    case .readOnly(let name): "\(CleanText.quote(name)) cannot be set. Only Volume can, from 0 on."
    case .busy:
      "\(SessionBus.mostCalls) calls wait for their answers. Call again when they are answered."
    case .refused(let problems): problems.map { $0.text(.english) }.joined(separator: " ")
    }
  }
}
