"""Benchmark 14: what canon does while nothing happens: wake-ups and CPU, JACK's own thread apart."""

import os
import socket
import tempfile
import time
from collections import namedtuple

from .failure import Failed
from .rounds import measure
from .screen import AtTerminal
from .server import PERIOD, RATE, Server
from .stems import Stems
from .table import middle, number, spread, table
from .threads import between, split, threads

TITLE = "14. Idle: six stems, nobody at the keys"
COUNT, SECONDS = 6, 8
SIZE = (80, 24)
MOST_WAKEUPS, MOST_CPU = 20, 0.3  # a second; per cent of a core

Case = namedtuple("Case", "title options is_silent")
Sample = namedtuple("Sample", "wakeups cpu audio_wakeups audio_cpu")
SCREEN = Case("the screen of 80 by 24, silent", (), True)
CASES = [
    SCREEN, Case("the screen of 80 by 24, all stems playing", (), False), Case("lines (--plain), silent", ("--plain",), True),
    Case("without a terminal (--headless), silent", ("--headless",), True)]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(context.rounds, CASES, lambda case: measured(context, stems, case), lambda case: case.title)

    def row(case):
        if results.reason(case):
            return [case.title, results.reason(case), "", "", ""]
        return [
            case.title, spread(results.values(case, lambda sample: sample.wakeups)),
            spread(results.values(case, lambda sample: sample.cpu)),
            number(middle(results.values(case, lambda sample: sample.audio_wakeups))),
            number(middle(results.values(case, lambda sample: sample.audio_cpu)))]

    lines = table(
        ["", "wake-ups a second", "per cent of one core", "JACK's thread: wake-ups a second", "per cent of one core"],
        [row(case) for case in CASES])
    return lines + [
        "", f"Wake-ups are voluntary context switches of all threads but JACK's, which the server wakes {RATE / PERIOD:g} times a second.",
        "", context.judge.value(
            f"{SCREEN.title}: at most {MOST_WAKEUPS} wake-ups a second besides JACK's", results.values(SCREEN, lambda sample: sample.wakeups),
            MOST_WAKEUPS),
        "", context.judge.value(
            f"{SCREEN.title}: at most {MOST_CPU} % of a core besides JACK's thread", results.values(SCREEN, lambda sample: sample.cpu),
            MOST_CPU)]


def measured(context, stems, case):
    seconds = context.seconds(20)
    with Server(context), tempfile.TemporaryDirectory() as runtime, AtTerminal(
            context, stems.set_folder(bases=1 if case.is_silent else None), SIZE, ("--no-resume", *case.options),
            {"XDG_RUNTIME_DIR": runtime}) as canon:
        time.sleep(5)
        if case.is_silent:
            command(runtime, "mute s0001 now")
        time.sleep(5)  # until what the command has moved on the screen is still
        before, start = threads(canon.pid), time.monotonic()
        time.sleep(seconds)
        after, passed = threads(canon.pid), time.monotonic() - start
        canon.must_run()
    audio, others = split(between(before, after), passed * RATE / PERIOD)
    if audio is None:
        raise Failed("no thread wakes in each cycle")
    return Sample(
        sum(thread.wakeups for thread in others) / passed, 100 * sum(thread.cpu for thread in others) / passed,
        audio.wakeups / passed, 100 * audio.cpu / passed)


def command(runtime, line):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        try:
            connection.connect(os.path.join(runtime, "canon", "canon.sock"))
            connection.sendall(line.encode() + b"\n")
            reply = connection.makefile("r").readline()
        except OSError as error:
            raise Failed(f"the control socket: {error}") from None
    if '"reply":"done"' not in reply:
        raise Failed(f'"{line}": {reply.strip()[:150]}')
