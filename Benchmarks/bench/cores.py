"""Which cores the measured programs run on."""

import contextlib
import glob
import os

from .programs import running


@contextlib.contextmanager
def on_one_core():
    """Binds all that runs, and what is started meanwhile, to one core.

    In freewheel mode the graph is a chain: each program wakes the next. Between cores that costs more than all the
    mixing, and differently each time; on one core it is a plain change of threads.
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
