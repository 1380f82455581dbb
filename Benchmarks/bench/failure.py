"""Why something could not be measured, as shown in its row."""


class Failed(Exception):
    """The program is installed, but did not do its task."""

    def __str__(self):
        return "failed: " + super().__str__()


class Absent(Exception):
    """The program is not installed."""

    def __str__(self):
        return "absent"


class Refused(Exception):
    """The program reports that this is more than it accepts."""

    def __str__(self):
        return "refused: " + super().__str__()


class Skipped(Exception):
    """This machine cannot do it."""

    def __str__(self):
        return "skipped: " + super().__str__()


# The reasons that a row can have without ending the run.
EXPECTED = (Failed, Absent, Refused, Skipped)
