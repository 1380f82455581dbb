"""Benchmark 7: how long `canon ctl` takes to its answer, the share of the process's start in it, and how many commands a second canon carries out."""

import json
import os
import socket
import subprocess
import tempfile
import threading
import time
from collections import namedtuple

from .failure import Failed
from .players.canon import event_of
from .programs import Program
from .rounds import measure
from .server import ENVIRONMENT, NAME, Server
from .stems import Stems
from .table import middle, number, spread, table

TITLE = "7. The control socket: canon ctl from the start of a process to its answer, and commands a second; six stems playing"
COUNT, SECONDS = 6, 8
LOOKS = 40
GOAL = 50  # milliseconds
COMMANDS = 20_000
MOST_CONNECTIONS = 8
LEAST_RATE = 50_000  # commands a second

Case = namedtuple("Case", "title arguments")
YARDSTICK = Case("canon --version, which connects to nothing", ("--version",))
CTL = [
    Case("canon ctl status", ("ctl", "status")),
    Case("canon ctl gain s0002 -12", ("ctl", "gain", "s0002", "-12")),
    Case("canon ctl help --json", ("ctl", "help", "--json")),
]
LINE = Case("a line on an open connection, answered", None)
STREAM = Case("one connection", 1)
STREAMS = [STREAM, Case(f"{MOST_CONNECTIONS} connections", MOST_CONNECTIONS)]
CASES = [YARDSTICK, *CTL, LINE]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(
        context.rounds, [*CASES, *STREAMS], lambda case: measured(context, stems, case), lambda case: case.title)

    def row(case):
        return [
            case.title, results.reason(case) or spread(results.values(case, middle)),
            results.reason(case) or spread(results.values(case, max))]

    lines = table(["", "milliseconds, median", "slowest of a round"], [row(case) for case in CASES])
    for case in CTL:
        lines += ["", context.judge.value(f"{case.title} answers within {GOAL} ms", results.values(case, middle), GOAL)]
    lines += ["", *table(
        ["`gain`, sent without waiting for the replies", "commands a second"],
        [[case.title, results.reason(case) or spread(results.values(case, float))] for case in STREAMS])]
    return lines + ["", context.judge.value(
        f"canon carries out {number(LEAST_RATE)} commands a second from one connection", results.values(STREAM, float), LEAST_RATE,
        at_most=False)]


def measured(context, stems, case):
    """The milliseconds of each of a number of runs, one after the other; of a stream, commands a second."""
    looks = LOOKS // 4 if context.is_quick else LOOKS
    with Server(context), tempfile.TemporaryDirectory() as runtime:
        environment = dict(ENVIRONMENT, XDG_RUNTIME_DIR=runtime)
        program = Program(
            [context.canon, "play", stems.set_folder(), "--headless", "--json", "--server", NAME, "--no-connect"],
            environment)
        try:
            program.wait_for(lambda line: event_of(line) == "rolling", 60)
            time.sleep(1)
            if case in STREAMS:
                return rate(runtime + "/canon/canon.sock", case.arguments, COMMANDS // 5 if context.is_quick else COMMANDS)
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


def rate(path, connections, commands):
    """Commands a second that are answered with done, over so many connections at the same time."""
    each = commands // connections
    # Two values in turn, so that each command changes something.
    sent = "".join(f"gain s0002 {-12 - n % 2}\n" for n in range(each)).encode()
    replies = [b""] * connections

    def converse(number):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(60)
            connection.connect(path)
            threading.Thread(target=send, args=(connection, sent), daemon=True).start()
            parts, count = [], 0
            while count < each:
                part = connection.recv(1 << 16)
                if not part:
                    break
                parts.append(part)
                count += part.count(b"\n")
            replies[number] = b"".join(parts)

    talkers = [threading.Thread(target=converse, args=(number,)) for number in range(connections)]
    begin = time.perf_counter()
    for talker in talkers:
        talker.start()
    for talker in talkers:
        talker.join()
    seconds = time.perf_counter() - begin
    answers = [json.loads(line) for line in b"".join(replies).splitlines()]
    others = [answer for answer in answers if answer.get("reply") != "done"]
    if others or len(answers) < each * connections:
        raise Failed(f"{len(answers) - len(others)} of {each * connections} commands done; first other reply: {json.dumps(others[:1])[:150]}")
    return len(answers) / seconds


def send(connection, data):
    try:
        connection.sendall(data)
    except OSError:
        pass  # the receiver reports it
