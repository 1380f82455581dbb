"""SuperCollider's server: buffers in memory, one synth for each stem."""

import contextlib
import os
import time

from .. import osc
from ..programs import Program, find
from ..server import ENVIRONMENT
from ..synthdef import stem_player
from .player import Player


class Scsynth(Player):
    title = "scsynth"
    _port = None
    outputs = ("SuperCollider:out_1", "SuperCollider:out_2")

    def start(self, stems, limit):
        port = self._port = osc.free_port()
        count = str(max(1024, 2 * stems.count))
        self.program = Program(
            [find("scsynth"), "-u", str(port), "-i", "0", "-o", "2", "-b", count, "-n", count, "-m", "65536",
             "-D", "0", "-R", "0"],
            dict(ENVIRONMENT, SC_JACK_DEFAULT_INPUTS="", SC_JACK_DEFAULT_OUTPUTS=""))
        end = time.monotonic() + limit
        self.program.wait_for(lambda line: "server ready" in line, limit)
        server = osc.Peer(port)
        try:
            server.send("/d_recv", stem_player())
            # One at a time: a burst of hundreds of datagrams would overrun the socket.
            for number, path in enumerate(stems.files):
                server.send("/b_allocRead", number, path)
                self._sync(server, number, end)
            for number in range(stems.count):
                server.send("/s_new", "stem", 1000 + number, 1, 0, "buffer", float(number), "gain", stems.gain)
                if number % 32 == 31:
                    self._sync(server, number, end)
            self._sync(server, -1, end)
        finally:
            server.close()
        return time.monotonic() - self.program.started

    def stop(self):
        super().stop()
        # After SIGTERM its shared memory remains.
        with contextlib.suppress(OSError):
            os.remove(f"/dev/shm/SuperColliderServer_{self._port}")

    def _sync(self, server, number, end):
        server.send("/sync", number)
        server.wait_for("/synced", lambda values: values[0] == number, end - time.monotonic())
