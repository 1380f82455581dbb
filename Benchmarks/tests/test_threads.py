"""JACK's thread is told from the others."""

import os
import unittest

from bench.threads import Thread, between, split, threads


class Threads(unittest.TestCase):
    def test_own_threads(self):
        found = threads(os.getpid())
        self.assertIn(os.getpid(), found)
        self.assertGreater(found[os.getpid()].cpu, 0)

    def test_between(self):
        done = between({1: Thread("a", 10, 1.0)}, {1: Thread("a", 15, 1.5), 2: Thread("b", 3, 0.25)})
        self.assertEqual(done, [Thread("a", 5, 0.5), Thread("b", 3, 0.25)])

    def test_split(self):
        audio, other = Thread("jack", 7480, 1), Thread("canon", 200, 0.1)
        self.assertEqual(split([other, audio], 7500), (audio, [other]))
        self.assertEqual(split([other], 7500), (None, [other]))
        self.assertEqual(split([], 7500), (None, []))
