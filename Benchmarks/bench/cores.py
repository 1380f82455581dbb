"""The cores on which the measured programs run."""

import contextlib
import glob
import os

from .programs import running


@contextlib.contextmanager
def on_one_core():
    """Binds all programs that run, and those started meanwhile, to one core.

    In freewheel mode the graph is a chain in which each program wakes the next. Between cores that costs more than all the
    mixing, and a different amount each time. On one core it is only a switch of threads.
    """
    allowed = os.sched_getaffinity(0)
    bind({max(allowed)})
    try:
        yield
    finally:
        bind(allowed)


def bind(cores):
    os.sched_setaffinity(0, cores)
    for program in running:
        for folder in glob.glob(f"/proc/{program.pid}/task/[0-9]*"):
            with contextlib.suppress(OSError):  # a thread that has just ended
                os.sched_setaffinity(int(os.path.basename(folder)), cores)
