"""Benchmark 15: the cost of the page for browsers while music plays."""

import os
import socket
import subprocess
import threading
import time
from collections import namedtuple

from .failure import Failed
from .rounds import measure
from .server import ENVIRONMENT, NAME, PERIOD, RATE, Server
from .stems import Stems
from .table import middle, number, spread, table
from .threads import between, split, threads

TITLE = "15. The page: six stems that play, browsers that watch"
COUNT, SECONDS = 6, 8
GOAL = 1.0  # per cent of one core
LEAST_UPDATES = 28  # a second, of 30

Case = namedtuple("Case", "title browsers")
# CPU shares of all threads but JACK's, without and with browsers, and of JACK's thread, in per cent; updates and bytes a second, for each browser.
Sample = namedtuple("Sample", "without cpu audio_without audio updates bytes")
FIVE = Case("five browsers", 5)
CASES = [Case("one browser", 1), FIVE, Case("sixteen browsers", 16)]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(context.rounds, CASES, lambda case: cost(context, stems, case), lambda case: case.title)

    def row(case):
        def values(value):
            return results.values(case, value)

        return [
            case.title, results.reason(case) or spread(values(above)), number(middle(values(lambda one: one.without))),
            spread(values(lambda one: one.audio - one.audio_without)),
            number(middle(values(lambda one: one.updates))), spread(values(microseconds)),
            number(middle(values(lambda one: one.bytes)))]

    return table(
        ["", "per cent of one core above no browser", "with no browser", "JACK's thread, above no browser", "updates a second for each",
         "microseconds an update of all", "bytes a second for each"],
        [row(case) for case in CASES]) + [
        "", context.judge.value(f"five browsers take at most {GOAL:g} % of a core", results.values(FIVE, above), GOAL)]


def above(sample):
    return sample.cpu - sample.without


def microseconds(sample):
    """The time that an update takes for all browsers."""
    return above(sample) / 100 * 1e6 / sample.updates


def cost(context, stems, case):
    """What canon takes, first with nobody who watches and then with browsers, in the same process."""
    seconds = context.seconds(20)
    port = free_port()
    with Server(context):
        child = subprocess.Popen(
            [context.canon, "play", stems.set_folder(), "--server", NAME, "--no-connect", "--no-resume", "--no-mpris",
             "--plain", "--web-address", f"127.0.0.1:{port}"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env=dict(os.environ, LC_ALL="C.UTF-8", **ENVIRONMENT))
        browsers = []
        try:
            time.sleep(5)
            without, audio_without, _ = share(child, browsers, seconds)
            browsers = [Browser(port) for _ in range(case.browsers)]
            time.sleep(2)
            cpu, audio, counts = share(child, browsers, seconds)
            updates, length = (sum(parts) / case.browsers for parts in zip(*counts))
            if updates < LEAST_UPDATES:
                raise Failed(f"only {updates:.1f} updates a second")
            return Sample(without, cpu, audio_without, audio, updates, length)
        finally:
            for browser in browsers:
                browser.close()
            child.terminate()
            child.wait(10)
            child.stdin.close()


def share(child, browsers, seconds):
    """The CPU shares of all threads but JACK's and of JACK's over some seconds, and the updates and bytes a second that each browser got."""
    counts = [browser.count() for browser in browsers]
    before, start = threads(child.pid), time.monotonic()
    time.sleep(seconds)
    if child.poll() is not None:
        raise Failed("canon has ended")
    passed = time.monotonic() - start
    audio, others = split(between(before, threads(child.pid)), passed * RATE / PERIOD)
    if audio is None:
        raise Failed("JACK's thread is not to be told from others")
    got = [
        tuple((new - old) / passed for new, old in zip(browser.count(), count))
        for browser, count in zip(browsers, counts)]
    return 100 * sum(thread.cpu for thread in others) / passed, 100 * audio.cpu / passed, got


class Browser:
    """Reads the events of the page on a thread of its own."""

    def __init__(self, port):
        try:
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        except OSError as reason:
            raise Failed(f"the page does not answer: {reason}")
        self._socket.settimeout(None)
        self._socket.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self._count = (0, 0)
        threading.Thread(target=self._read, daemon=True).start()

    def count(self):
        """The updates and the bytes so far."""
        return self._count

    def _read(self):
        updates = length = 0
        try:
            while data := self._socket.recv(65536):
                updates += data.count(b"event: motion")
                length += len(data)
                self._count = (updates, length)
        except OSError:
            pass

    def close(self):
        # A thread that reads is woken by that, and by nothing else.
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
