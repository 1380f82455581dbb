"""Announced frames are read in the server's frames."""

import unittest

from bench.response import announcements, signed


class Launches(unittest.TestCase):
    def test_announced(self):
        lines = [
            "a sentence", '{"event":"clock","frame":0,"server_frame":1000}',
            '{"event":"accepted","frame":48000,"next":"play","state":"wait","stem":"s0002"}',
            '{"event":"changed","frame":48000,"state":"play","stem":"s0003"}',
            '{"event":"changed","frame":48000,"state":"play","stem":"s0002"}',
            '{"event":"changed","frame":50000,"state":"stop","stem":"s0002"}',
            '{"event":"clock","frame":90000,"server_frame":91500}', '{"event":"changed","frame":96000,"state":"play","stem":"s0002"}']
        self.assertEqual(announcements(lines), [49000, 97500])

    def test_wrapping(self):
        self.assertEqual(signed(5 - (2**32 + 5)), 0)
        self.assertEqual(signed(3 - (2**32 - 4)), 7)
        self.assertEqual(signed(-2), -2)
