"""canon in line mode with JSON events, driven as by another program."""

import json

from ..failure import Failed, Refused
from ..programs import Program
from ..server import ENVIRONMENT, NAME
from .player import Player


class Canon(Player):
    title = "canon"

    def __init__(self, context, name="canon"):
        """`name` is that of its client."""
        super().__init__(context)
        self._name = name
        self.outputs = (f"{name}:master_1", f"{name}:master_2")

    def start(self, stems, limit, options=("--no-resume",), cache="/dev/null", configuration=None, bases=None, runtime=None,
              environment=None):
        folder = stems.set_folder() if bases is None else stems.set_folder(bases)
        self.program = Program(
            [self.context.canon, "play", folder, "--json", "--server", NAME, "--name", self._name, "--no-connect", *options],
            dict(
                ENVIRONMENT, XDG_CACHE_HOME=cache, **({"XDG_CONFIG_HOME": configuration} if configuration else {}),
                **({"XDG_RUNTIME_DIR": runtime} if runtime else {}), **(environment or {})))
        # The bases, by default all stems, play from the first frame on. The clock starts when all are loaded, and canon
        # reports a connection when its client is in the graph.
        wanted = {"rolling", "connected"}

        def is_playing(line):
            wanted.discard(event_of(line))
            return not wanted

        try:
            return self.program.wait_for(is_playing, limit)
        except Failed as failed:
            refusal = next((line for line in self.program.said if "expected" in line), None)
            if refusal is None:
                raise failed
            raise Refused(refusal.rsplit("/", 1)[-1][:200]) from None

    def start_again(self, stems, limit):
        return self.start(stems, limit, ("--resume",))

    def settle(self):
        self.program.wait_for(lambda line: event_of(line) == "registered", 60)

    def stem_outputs(self, stems):
        return [f"{self._name}:s{number:04}_{channel}" for number in range(1, stems.count + 1) for channel in (1, 2)]

    def stop(self):
        if self.program and self.program.is_running():
            try:
                self.program.say("quit")
            except Failed:
                pass
            self.program.wait(5)
        super().stop()


class CanonConnected(Canon):
    title = "canon, stem ports connected"


def event_of(line):
    """The event's name; None for a line that is not JSON."""
    try:
        return json.loads(line).get("event")
    except (ValueError, AttributeError):
        return None
