"""The C clients: the empty one and those that only mix."""

from ..programs import Program
from ..server import ENVIRONMENT
from .player import Player


class Empty(Player):
    title = "empty C client"
    outputs = ("emptyclient:out_1", "emptyclient:out_2")

    def start(self, stems, limit):
        self.program = Program([self.context.client("emptyclient")], ENVIRONMENT)
        return self.program.wait_for(lambda line: line == "ready", limit)


class Mix(Player):
    title = "plain C client, SSE2"
    outputs = ("mixclient:out_1", "mixclient:out_2")
    options = ()

    def start(self, stems, limit):
        self.program = Program(
            [self.context.client("mixclient"), *self.options, repr(stems.gain), *stems.files], ENVIRONMENT)
        return self.program.wait_for(lambda line: line == "ready", limit)


class Fast(Player):
    """The yardstick: 16-bit samples, AVX2, several stems a pass, two loading threads."""

    title = "C client, AVX2"
    outputs = ("fastmix:out_1", "fastmix:out_2")

    def start(self, stems, limit):
        self.program = Program(
            [self.context.avx2_client("fastmix"), repr(stems.gain), *stems.files], ENVIRONMENT)
        return self.program.wait_for(lambda line: line == "ready", limit)


class MixWithStemPorts(Mix):
    title = "plain C client with stem ports, SSE2"
    options = ("--stem-ports",)

    def stem_outputs(self, stems):
        return [f"mixclient:stem{number}_{channel}"
                for number in range(1, stems.count + 1) for channel in (1, 2)]
