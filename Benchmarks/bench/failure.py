"""Why something could not be measured: the word that stands in its row."""


class Failed(Exception):
    """The program is there, but did not do what was asked."""

    def __str__(self):
        return "failed: " + super().__str__()


class Absent(Exception):
    """The program is not installed."""

    def __str__(self):
        return "absent"


class Refused(Exception):
    """The program says that this is more than it takes."""

    def __str__(self):
        return "refused: " + super().__str__()


class Skipped(Exception):
    """This machine cannot do it."""

    def __str__(self):
        return "skipped: " + super().__str__()


# What a row may end in without ending the run.
EXPECTED = (Failed, Absent, Refused, Skipped)
