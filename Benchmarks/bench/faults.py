"""Benchmark 8: what becomes of the sound after faults of the server and of the program."""

import json
import signal
import time
from collections import namedtuple

from . import programs
from .failure import Failed
from .players.canon import Canon, event_of
from .players.ecasound import Ecasound
from .players.plain import Mix
from .players.scsynth import Scsynth
from .players.sooperlooper import SooperLooper
from .rounds import measure
from .server import ENVIRONMENT, Server
from .stems import Stems
from .table import spread, table

TITLE = "8. Faults: seconds until the mix is heard again, six stems playing"
COUNT, SECONDS = 6, 8
PATIENCE = 10  # seconds

PLAYERS = [Mix, Canon, Scsynth, SooperLooper, Ecasound]
Fault = namedtuple("Fault", "title inject")
Case = namedtuple("Case", "player fault")


# Each returns when the fault ended, if that was not just now.
def period(server, player, stems):
    programs.output_of(["jack_bufsize", "1024"], environment=ENVIRONMENT)


def killed(server, player, stems):
    server.kill()
    server.start()


def other_rate(server, player, stems):
    server.kill()
    server.start(rate=44100)


def stopped_server(server, player, stems):
    server.pause(3)


def stopped_player(server, player, stems):
    player.program.signal(signal.SIGSTOP)
    time.sleep(2)
    player.program.signal(signal.SIGCONT)


def killed_player(server, player, stems):
    player.program.signal(signal.SIGKILL)
    player.program.wait(5)
    ended = time.monotonic()
    player.start_again(stems, 60)
    return ended


FAULTS = [
    Fault("the period becomes 1024 frames", period), Fault("the server is killed and started again", killed),
    Fault("the same, at 44,100 Hz", other_rate), Fault("the server stands still for 3 s", stopped_server),
    Fault("the program stands still for 2 s", stopped_player),
    Fault("the program is killed and started again", killed_player)]


def run(context):
    cases = [Case(player, fault) for fault in FAULTS for player in PLAYERS]
    results = measure(
        context.rounds, cases, lambda case: after(context, case), lambda case: f"{case.player.title}: {case.fault.title}")

    def cell(case):
        if results.reason(case):
            return results.reason(case)
        return spread(results.values(case, lambda sample: sample.seconds))

    lines = table(
        ["", *(player.title for player in PLAYERS)],
        [[fault.title, *(cell(Case(player, fault)) for player in PLAYERS)] for fault in FAULTS])
    skipped = [
        f"{fault.title}: {spread(results.values(Case(Canon, fault), lambda sample: sample.skipped))}" for fault in FAULTS]
    return lines + ["", "Frames that canon left out to be where its clock is: " + "; ".join(skipped) + "."]


class Sample(namedtuple("Sample", "seconds skipped")):
    """Seconds from the end of the fault until sound, and the frames that canon says it has left out."""


def after(context, case):
    stems = Stems(context, COUNT, SECONDS)
    with Server(context) as server, case.player(context) as player:
        player.start(stems, 60)
        player.check_sound(stems)
        player.program.heard()
        ended = case.fault.inject(server, player, stems) or time.monotonic()
        heard = first_sound(context, player, ended + PATIENCE)
        # It is there again only if all stems are.
        wait_for_stems(player, stems, ended + PATIENCE)
        skipped = sum(
            json.loads(line)["frames"] for line in player.program.heard() if event_of(line) == "skipped")
        return Sample(max(0, heard - ended), skipped)


def wait_for_stems(player, stems, end):
    while True:
        try:
            return player.check_sound(stems, patience=0)
        except Failed:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def first_sound(context, player, end):
    while time.monotonic() < end:
        if not player.program.is_running():
            raise Failed(player.program.last_words())
        try:
            left = max(0.1, end - time.monotonic())
            said = programs.output_of(
                [context.client("sounding"), player.outputs[0], f"{left:g}"], limit=left + 5, environment=ENVIRONMENT)
            return float(said)
        except Failed:
            time.sleep(0.02)
    raise Failed(f"silent after {PATIENCE} s, and still running")
