"""Benchmark 4: the time from a program's start until its first sample is heard, and until all stems are loaded and play."""

import time
from collections import namedtuple

from .failure import Failed
from .players.canon import Canon
from .players.plain import Fast, Mix
from .players.scsynth import Scsynth
from .players.sooperlooper import SooperLooper
from .rounds import measure
from .programs import Program
from .server import ENVIRONMENT, Server
from .stems import Stems
from .table import spread, table

TITLE = "4. First sound, and ready to play: FLAC stems of 24 s"
SIZES = [6, 64, 256]
SECONDS = 24
LONGEST = 120
GOALS = {64: 0.15, 256: 0.3}  # seconds until the first sound

Case = namedtuple("Case", "player size")
Sample = namedtuple("Sample", "sound ready")
PLAYERS = [Fast, Canon, Mix, Scsynth, SooperLooper]


def run(context):
    cases = [Case(player, size) for size in SIZES for player in PLAYERS]

    def measured(case):
        stems = Stems(context, case.size, SECONDS)
        stems.set_folder()
        with Server(context), case.player(context) as player:
            # It waits for the port before the program is there.
            listener = Program([context.client("sounding"), player.outputs[0], str(LONGEST)], ENVIRONMENT)
            try:
                ready = player.start(stems, LONGEST)
                listener.wait_for(is_number, 30)
                sound = float(listener.said[-1]) - player.program.started
            finally:
                listener.stop()
            try:
                player.check_sound(stems, patience=0)
            except Failed:  # it begins before it has loaded all
                player.check_sound(stems, patience=LONGEST)
                ready = time.monotonic() - player.program.started
            return Sample(sound, ready)

    results = measure(context.rounds, cases, measured, lambda case: f"{case.player.title}, {case.size} stems")

    def cell(case, value):
        return results.reason(case) or spread(results.values(case, value)) + " s"

    lines = []
    for title, value in (("first sound", lambda sample: sample.sound), ("all stems play", lambda sample: sample.ready)):
        lines += table(
            [title, *(f"{size} stems" for size in SIZES)],
            [[player.title, *(cell(Case(player, size), value) for size in SIZES)] for player in PLAYERS]) + [""]
    for size, limit in GOALS.items():
        lines += [context.judge.value(
            f"canon, {size} stems: the first sound within {limit} s", results.values(Case(Canon, size), lambda sample: sample.sound),
            limit), ""]
    return lines[:-1]


def is_number(line):
    return line.replace(".", "", 1).isdigit()
