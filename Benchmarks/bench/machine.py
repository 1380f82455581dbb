"""The head of every report, which describes the machine."""

import datetime
import os
import platform

from . import programs, server
from .failure import EXPECTED


def head(context):
    """The lines of the head, without names or paths of the machine."""
    try:
        canon = programs.output_of([context.canon, "--version"]).strip()
    except EXPECTED as reason:
        canon = str(reason)
    rounds = f"{context.rounds} rounds" if context.rounds != 1 else "1 round"
    lines = [
        "# canon beside its peers", "",
        f"{datetime.date.today().isoformat()}; {processor()}, {os.cpu_count()} cores; "
        f"Linux {platform.release()}; {server.version()}; canon {canon}.", "",
        f"Medians of {rounds}, interleaved; lowest and highest in brackets. Load of the machine before: "
        f"{os.getloadavg()[0]:.2f}."]
    if context.rounds < 5:
        lines += ["", "**A trial run** (fewer than five rounds): no figures to quote."]
    elif context.is_quick:
        lines += ["", "Short form (`--quick`): a fifth of the usual time for each measurement, two minutes of music."]
    return lines


def processor():
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()
