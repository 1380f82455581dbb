"""What each thread of a process has done so far, as Linux counts it."""

import contextlib
import glob
import os
from collections import namedtuple

Thread = namedtuple("Thread", "name wakeups cpu")  # voluntary context switches; seconds
NONE = Thread("", 0, 0)


def threads(pid):
    """The threads by their numbers."""
    found = {}
    for folder in glob.glob(f"/proc/{pid}/task/[0-9]*"):
        with contextlib.suppress(OSError):  # a thread that has just ended
            with open(folder + "/status") as file:
                fields = dict(line.split(":", 1) for line in file if ":" in line)
            with open(folder + "/schedstat") as file:
                cpu = int(file.read().split()[0]) / 1e9
            found[int(os.path.basename(folder))] = Thread(
                fields["Name"].strip(), int(fields["voluntary_ctxt_switches"]), cpu)
    return found


def between(before, after):
    """What the threads did in between, those that began meanwhile included."""
    return [
        Thread(now.name, now.wakeups - before.get(number, NONE).wakeups, now.cpu - before.get(number, NONE).cpu)
        for number, now in after.items()]


def split(done, cycles):
    """JACK's thread, which the server wakes in each cycle, and all others. JACK gives it no name of its own: it is the thread that woke most
    often, if that is at least every second cycle; None if there is none."""
    most = max(done, key=lambda thread: thread.wakeups, default=None)
    if most is None or most.wakeups < cycles / 2:
        return None, done
    return most, [thread for thread in done if thread is not most]
