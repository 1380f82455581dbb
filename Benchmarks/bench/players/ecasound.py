"""ecasound: a chain for each stem, which reads its loop from disk while it plays."""

import time

from .. import programs
from ..failure import Failed
from ..programs import Program, find
from ..server import ENVIRONMENT, PERIOD, RATE
from .player import Player

# Read-ahead by a separate thread is off, because freewheeling overtakes it and stems fall silent. The mix is a sum, because by
# default ecasound sometimes divides by the number of chains.
OPTIONS = ["-D", "-z:nodb", "-z:mixmode,sum", f"-f:f32,2,{RATE}"]


def chains(stems):
    """One chain with a looped file and its gain for each stem."""
    words = []
    for number, path in enumerate(stems.files, 1):
        words += [f"-a:{number}", f"-i:audioloop,{path}", f"-ea:{100 * stems.gain:.9g}"]
    return words


class Ecasound(Player):
    title = "ecasound"
    streams_from_disk = True
    outputs = ("ecasound:out_1", "ecasound:out_2")

    def start(self, stems, limit):
        self.program = Program(
            [find("ecasound"), *OPTIONS, f"-b:{PERIOD}", *chains(stems), "-a:all", "-o:jack"], ENVIRONMENT)
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if not self.program.is_running():
                time.sleep(0.1)
                raise Failed(self.program.last_words())
            # It does not report reliably that it is ready, but its ports appear and it completes the first cycles.
            if self.outputs[1] in self._ports():
                time.sleep(1)
                return time.monotonic() - self.program.started
            time.sleep(0.1)
        raise Failed(f"no ports after {limit:g} s")

    def _ports(self):
        return programs.output_of([self.context.client("ports")], environment=ENVIRONMENT).split("\n")
