"""SooperLooper: a looper for each stem, driven over OSC."""

import os
import time

from .. import osc
from ..failure import Refused
from ..programs import Program, find
from ..server import ENVIRONMENT, NAME
from .player import Player

PLAYING = 4
MOST_LOOPERS = 128  # its commands carry the looper's number in a signed byte
AT_ONCE = 8  # its queue of new loopers holds 15; further ones never play


class SooperLooper(Player):
    title = "SooperLooper"
    outputs = ("looper:common_out_1", "looper:common_out_2")

    def start(self, stems, limit):
        port = osc.free_port()
        words = [find("sooperlooper"), "-q", "-l", "1", "-c", "2", "-t", f"{stems.seconds + 1:g}", "-D", "no",
                 "-p", str(port), "-j", "looper", "-S", NAME]
        if stems.count > MOST_LOOPERS:
            raise Refused(f"at most {MOST_LOOPERS} loopers can be addressed")
        self.program = Program(words, self._environment())
        end = time.monotonic() + limit
        looper = osc.Peer(port)
        try:
            self._add_loopers(looper, stems, end)
            looper.send("/set", "dry", 0.0)
            looper.send("/sl/-1/set", "dry", 0.0)
            looper.send("/sl/-1/set", "wet", stems.gain)
            for number, path in enumerate(stems.files):
                looper.send(f"/sl/{number}/load_loop", path, looper.own_url, "/fail")
                self._wait_for(looper, number, "loop_len", lambda value: value > 0.9 * stems.seconds, end)
            for number in range(stems.count):
                looper.send(f"/sl/{number}/hit", "trigger")
                self._wait_for(looper, number, "state", lambda value: int(value) == PLAYING, end)
        finally:
            looper.close()
        return time.monotonic() - self.program.started

    def _environment(self):
        if os.path.exists("/dev/snd/seq"):
            return ENVIRONMENT
        return dict(ENVIRONMENT, LD_PRELOAD=self.context.client("silentsequencer.so"))

    def _add_loopers(self, looper, stems, end):
        def ask():
            looper.send("/ping", looper.own_url, "/pong")

        count = 1
        while True:
            looper.wait_for(
                "/pong", lambda values: values[2] >= count, end - time.monotonic(), asking=ask)
            if count == stems.count:
                return
            more = min(AT_ONCE, stems.count - count)
            for _ in range(more):
                looper.send("/loop_add", 2, stems.seconds + 1.0, 0)
            count += more

    def _wait_for(self, looper, number, control, matches, end):
        def ask():
            looper.send(f"/sl/{number}/get", control, looper.own_url, "/got")

        looper.wait_for(
            "/got", lambda values: values[:2] == [number, control] and matches(values[2]),
            end - time.monotonic(), asking=ask)
