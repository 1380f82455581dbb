/// canon's exit statuses; from 64 on they are those of sysexits.h if one fits.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  case usage = 2
  /// A set, schedule, score or sound file has errors.
  case badFile = 65
  /// No JACK server, and none could be started.
  case noServer = 69
  /// An output file cannot be made.
  case cannotWrite = 73
  /// A stem's door is shut, so that a part of the request was refused.
  case locked = 77

  static let help = """
    Exit status: 0 done, 1 failed, 2 wrong usage, 65 a file is wrong, 69 no JACK server, 73 an output file cannot be \
    written, 77 a stem is locked.
    """
}
