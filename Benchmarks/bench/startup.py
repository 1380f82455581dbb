"""Benchmark 4: the time from a program's start until all stems are loaded and play."""

from collections import namedtuple

from .players.canon import Canon
from .players.plain import Mix
from .players.scsynth import Scsynth
from .players.sooperlooper import SooperLooper
from .rounds import measure
from .server import Server
from .stems import Stems
from .table import spread, table

TITLE = "4. Ready to play: FLAC stems of 24 s"
SIZES = [6, 64, 256]
SECONDS = 24

Case = namedtuple("Case", "player size")
PLAYERS = [Mix, Canon, Scsynth, SooperLooper]


def run(context):
    cases = [Case(player, size) for size in SIZES for player in PLAYERS]

    def measured(case):
        stems = Stems(context, case.size, SECONDS)
        stems.set_folder()
        with Server(context), case.player(context) as player:
            seconds = player.start(stems, 120)
            player.check_sound(stems)
            return seconds

    results = measure(context.rounds, cases, measured, lambda case: f"{case.player.title}, {case.size} stems")

    def cell(case):
        return results.reason(case) or spread(results.values(case, lambda seconds: seconds)) + " s"

    return table(
        ["program", *(f"{size} stems" for size in SIZES)],
        [[player.title, *(cell(Case(player, size)) for size in SIZES)] for player in PLAYERS])
