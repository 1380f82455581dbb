"""Benchmark 7: how long `canon ctl` takes to its answer, and the share of the process's start in it."""

import json
import os
import socket
import subprocess
import tempfile
import time
from collections import namedtuple

from .failure import Failed
from .players.canon import event_of
from .programs import Program
from .rounds import measure
from .server import ENVIRONMENT, NAME, Server
from .stems import Stems
from .table import middle, spread, table, verdict

TITLE = "7. canon ctl: from the start of a process to its answer, six stems playing"
COUNT, SECONDS = 6, 8
LOOKS = 40
GOAL = 50  # milliseconds

Case = namedtuple("Case", "title arguments")
YARDSTICK = Case("canon --version, which connects to nothing", ("--version",))
CTL = [
    Case("canon ctl status", ("ctl", "status")),
    Case("canon ctl gain s0002 -12", ("ctl", "gain", "s0002", "-12")),
    Case("canon ctl help --json", ("ctl", "help", "--json")),
]
LINE = Case("a line on an open connection, answered", None)
CASES = [YARDSTICK, *CTL, LINE]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(context.rounds, CASES, lambda case: milliseconds(context, stems, case), lambda case: case.title)

    def row(case):
        return [
            case.title, results.reason(case) or spread(results.values(case, lambda times: middle(times))),
            results.reason(case) or spread(results.values(case, max))]

    lines = table(["", "milliseconds, median", "slowest of a round"], [row(case) for case in CASES])
    slowest = max((middle(results.values(case, middle)) or GOAL + 1 for case in CTL))
    return lines + ["", verdict(f"canon ctl answers within {GOAL} ms", slowest, GOAL)]


def milliseconds(context, stems, case):
    """The milliseconds of each of a number of runs, one after the other."""
    looks = LOOKS // 4 if context.is_quick else LOOKS
    with Server(context), tempfile.TemporaryDirectory() as runtime:
        environment = dict(ENVIRONMENT, XDG_RUNTIME_DIR=runtime)
        program = Program(
            [context.canon, "play", stems.set_folder(), "--headless", "--json", "--server", NAME, "--no-connect"],
            environment)
        try:
            program.wait_for(lambda line: event_of(line) == "rolling", 60)
            time.sleep(1)
            if case is LINE:
                return lines(runtime + "/canon/canon.sock", looks)
            return [process(context, case, environment) for _ in range(looks)]
        finally:
            program.stop()


def process(context, case, environment):
    begin = time.perf_counter()
    ended = subprocess.run(
        [context.canon, *case.arguments], env=dict(os.environ, **environment), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=10)
    if ended.returncode:
        raise Failed(f"canon {' '.join(case.arguments)} ended with {ended.returncode}: {ended.stderr.decode()[:200]}")
    return (time.perf_counter() - begin) * 1000


def lines(path, looks):
    times = []
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        reader = connection.makefile("r")
        for number in range(looks):
            begin = time.perf_counter()
            connection.sendall((json.dumps({"id": number, "line": "status"}) + "\n").encode())
            while json.loads(reader.readline()).get("id") != number:
                pass
            times.append((time.perf_counter() - begin) * 1000)
    return times
