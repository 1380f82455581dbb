"""The head of every report, which describes the machine."""

import datetime
import os
import platform

from . import programs, server
from .failure import EXPECTED
from .verdict import FEWEST_ROUNDS


def head(context):
    """The lines of the head, without names or paths of the machine."""
    try:
        canon = programs.output_of([context.canon, "--version"]).strip()
    except EXPECTED as reason:
        canon = str(reason)
    rounds = f"{context.rounds} rounds" if context.rounds != 1 else "1 round"
    lines = [
        "# canon beside its peers", "",
        f"{datetime.date.today().isoformat()}; {processor()}, {os.cpu_count()} cores, "
        f"{context.without_avx2 or 'AVX2'}, {memory() / 2**30:.0f} GB of memory; "
        f"Linux {platform.release()}; {server.version()}; canon {canon}.", "",
        f"Medians of {rounds}, interleaved; in brackets the lowest and highest, of ratios and of costs above something else the quartiles. "
        f"Load of the machine before: "
        f"{os.getloadavg()[0]:.2f}."]
    if context.rounds < FEWEST_ROUNDS:
        lines += ["", f"**A trial run** (fewer than {FEWEST_ROUNDS} rounds): no verdicts, and no figures to quote."]
    elif context.is_quick:
        lines += ["", "Short form (`--quick`): a fifth of the usual time for each measurement, two minutes of music. No verdicts."]
    return lines


def processor():
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def memory():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
