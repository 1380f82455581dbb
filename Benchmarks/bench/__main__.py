"""The command line: the benchmarks to run, the number of rounds, the file for the report."""

import argparse
import os
import shutil
import signal
import sys

from . import again, capacity, control, faults, formats, live, machine, memory, midi, offline, programs, screen, startup
from .context import Context
from .failure import EXPECTED
from .server import Server

BENCHMARKS = {1: live, 2: capacity, 3: offline, 4: startup, 5: memory, 6: screen, 7: control, 8: faults, 9: again, 10: formats, 11: midi}


def options():
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description="Measures canon beside its peers.")
    parser.add_argument("--only", default=",".join(map(str, BENCHMARKS)), help="numbers of benchmarks, as 1,3")
    parser.add_argument("--rounds", type=int, help="how often each is measured (default 5; 1 with --quick)")
    parser.add_argument("--quick", action="store_true", help="a short trial: does everything run?")
    parser.add_argument("--output", help="write the report to this file too")
    parser.add_argument("--keep", action="store_true", help="keep the generated stems and say where they are")
    chosen = parser.parse_args()
    try:
        chosen.only = [int(word) for word in chosen.only.split(",")]
    except ValueError:
        parser.error(f"--only {chosen.only}: expected numbers from 1 to {len(BENCHMARKS)}, as 1,3")
    if not set(chosen.only) <= set(BENCHMARKS):
        parser.error(f"--only: expected numbers from 1 to {len(BENCHMARKS)}, as 1,3")
    chosen.rounds = chosen.rounds or (1 if chosen.quick else 5)
    if chosen.rounds < 1:
        parser.error("--rounds: expected 1 or more")
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

    def add(self, lines):
        for out in filter(None, (sys.stdout, self._file)):
            out.write("\n".join(lines) + "\n")
            out.flush()


main()
