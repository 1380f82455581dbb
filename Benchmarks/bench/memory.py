"""Benchmark 5: the memory for each second of each stem."""

from collections import namedtuple

from .players.canon import Canon
from .players.ecasound import Ecasound
from .players.plain import Mix
from .players.scsynth import Scsynth
from .players.sooperlooper import SooperLooper
from .rounds import measure
from .server import RATE, Server
from .stems import Stems
from .table import middle, number, spread, table

TITLE = "5. Memory"
FEW, MANY, SECONDS = 6, 64, 24

Sample = namedtuple("Sample", "few many")
PLAYERS = [Mix, Canon, Scsynth, SooperLooper, Ecasound]


def run(context):
    def resident(player_type, count):
        stems = Stems(context, count, SECONDS)
        with Server(context), player_type(context) as player:
            player.start(stems, 120)
            player.check_sound(stems)  # plays each loop to its end, so that all of its memory is resident
            return player.program.resident_bytes()

    results = measure(
        context.rounds, PLAYERS, lambda player: Sample(resident(player, FEW), resident(player, MANY)),
        lambda player: player.title)

    def row(player):
        reason = results.reason(player)
        if reason:
            return [player.title, reason, "", ""]
        growth = results.values(
            player, lambda sample: (sample.many - sample.few) / ((MANY - FEW) * SECONDS))
        note = " (streams from disk)" if player.streams_from_disk else ""
        return [
            player.title + note, spread(growth),
            f"{number(middle(results.values(player, lambda sample: sample.few)) / 1e6)} MB",
            f"{number(middle(results.values(player, lambda sample: sample.many)) / 1e6)} MB"]

    lines = table(
        ["program", "bytes a stem-second", f"resident with {FEW} stems", f"resident with {MANY} stems"],
        [row(player) for player in PLAYERS])
    return lines + ["", f"Stereo samples of 32-bit float at {RATE} Hz are {RATE * 8:,} bytes a second."]
