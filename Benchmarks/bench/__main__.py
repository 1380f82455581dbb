"""The command line: the benchmarks to run, the number of rounds, the file for the report."""

import argparse
import os
import shutil
import signal
import sys

from . import (
    again, capacity, control, eventful, faults, formats, idle, live, long, machine, memory, midi, offline, page, programs, readme, response,
    screen, startup, tempo)
from .context import Context
from .failure import EXPECTED
from .server import Server
from .verdict import FEWEST_ROUNDS

BENCHMARKS = dict(enumerate(
    (live, capacity, offline, startup, memory, screen, control, faults, again, formats, midi, eventful, response, idle, page, tempo, long), 1))
NUMBERS = {module.__name__.rsplit(".", 1)[-1]: number for number, module in BENCHMARKS.items()}


def options():
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description="Measures canon beside its peers.")
    parser.add_argument("--only", default=",".join(map(str, BENCHMARKS)), help="numbers or names of benchmarks, as 1,eventful")
    parser.add_argument("--rounds", type=int, help="how often each is measured (default 5; 1 with --quick)")
    parser.add_argument("--quick", action="store_true", help="a short trial: does everything run? Gives no verdicts")
    parser.add_argument("--output", help="write the report to this file too")
    parser.add_argument("--readme", action="store_true", help="put the report into README.md; not with --quick or fewer than five rounds")
    parser.add_argument("--keep", action="store_true", help="keep the generated stems and say where they are")
    chosen = parser.parse_args()
    try:
        chosen.only = [NUMBERS[word] if word in NUMBERS else int(word) for word in chosen.only.split(",")]
    except ValueError:
        chosen.only = [0]
    if not set(chosen.only) <= set(BENCHMARKS):
        parser.error(f"--only: expected numbers from 1 to {len(BENCHMARKS)} or names ({', '.join(NUMBERS)}), as 1,eventful")
    chosen.rounds = chosen.rounds or (1 if chosen.quick else 5)
    if chosen.rounds < 1:
        parser.error("--rounds: expected 1 or more")
    if chosen.readme and (chosen.quick or chosen.rounds < FEWEST_ROUNDS):
        parser.error(f"--readme: expected {FEWEST_ROUNDS} rounds or more, without --quick")
    return chosen


def main():
    chosen = options()
    canon = os.environ.get("CANON", "")
    if not os.access(canon, os.X_OK):
        sys.exit(f'CANON="{canon}" is no program. Benchmarks/run sets it.')
    # These signals must end the servers and players too.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    # The other programs have no cache of samples either.
    os.environ["XDG_CACHE_HOME"] = "/dev/null"
    context = Context(os.path.abspath(canon), chosen.rounds, chosen.quick)
    report = Report(chosen.output)
    try:
        context.compile_clients()
        report.add(machine.head(context))
        for number in chosen.only:
            benchmark = BENCHMARKS[number]
            print(benchmark.TITLE, file=sys.stderr, flush=True)
            try:
                lines = benchmark.run(context)
            except EXPECTED as reason:
                lines = [f"Not measured: {reason}"]
            report.add(["", f"## {benchmark.TITLE}", "", *lines])
        if Server.is_realtime is not None:
            scheduling = "with" if Server.is_realtime else "without (this user may not)"
            report.add(["", f"JACK ran {scheduling} real-time scheduling."])
        if chosen.readme:
            readme.put(report.lines)
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        programs.stop_all()
        if chosen.keep:
            print(f"The work folder: {context.folder}", file=sys.stderr)
        else:
            shutil.rmtree(context.folder, ignore_errors=True)


class Report:
    """Prints each part at once and writes it to the file too, so that an interrupted run leaves what it had."""

    def __init__(self, path):
        self._file = open(path, "w") if path else None
        self.lines = []

    def add(self, lines):
        self.lines += lines
        for out in filter(None, (sys.stdout, self._file)):
            out.write("\n".join(lines) + "\n")
            out.flush()


main()
