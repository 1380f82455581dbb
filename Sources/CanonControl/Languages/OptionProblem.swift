/// What is wrong with the options of a subcommand. Options are named as they are typed.
public enum OptionProblem: Hashable, Sendable {
  /// Two options that exclude each other.
  case both(String, String)
  /// `--alarm` without `--ics`.
  case alarmWithoutCalendar
  case alarm(String)
  case emptyOutput
  /// A picture whose name does not say of which kind it is.
  case plot(String)
  case outside(option: String, value: Int, ClosedRange<Int>, Unit?)
  case seconds(Double, most: Int)
  /// A name that a client cannot have.
  case name(String)
  /// The name of canon's private server.
  case privateName(String)
  /// A recording of another format.
  case recordFormat(String)
  /// What `--osc` cannot mean.
  case osc(String)
  /// The value of `--web-address`.
  case webAddress(String)
  /// What `--connect` cannot mean.
  case connection(String)
  /// An output that the set does not have, and those that it has.
  case unknownOutput(String, known: [String])

  public enum Unit: String, Sendable { case frames, hertz }
}
