"""The order of the rounds: pairs are measured in both orders, and every case begins a round."""

import unittest

from bench.rounds import order


class Order(unittest.TestCase):
    def test_each_round_has_all(self):
        for count in range(1, 6):
            for number in range(12):
                self.assertEqual(sorted(order(list(range(count)), number)), list(range(count)))

    def test_neighbours_alternate(self):
        for count in range(2, 6):
            cases = list(range(count))
            for number in range(0, 12, 2):
                self.assertEqual(order(cases, number + 1), order(cases, number)[::-1])

    def test_every_case_begins_a_round(self):
        self.assertEqual({order([1, 2, 3], number)[0] for number in range(6)}, {1, 2, 3})
