"""No noise is called a success, and no short run a verdict."""

import unittest

from bench.verdict import Judge, cost_cell, noise_of, quartiles, ratio_cell, ratios, scatter_of

FULL = Judge(is_quick=False, rounds=5)


class Noise(unittest.TestCase):
    def test_negative_cost_is_not_reached(self):
        said = FULL.cost("at most 0.3 µs", [-0.834] * 5, 0.3, noise=0.1)
        self.assertIn("Not measurable", said)
        self.assertNotIn("Reached", said)

    def test_negative_cost_is_not_reached_without_noise(self):
        for noise in (0, None, -1):
            self.assertIn("Not measurable", FULL.cost("goal", [-0.834] * 5, 0.3, noise))

    def test_cost_below_noise_is_not_reached(self):
        self.assertIn("Not measurable", FULL.cost("goal", [0.2] * 5, 0.3, noise=0.25))

    def test_cost_that_equals_the_noise_is_noise(self):
        self.assertIn("Not measurable", FULL.cost("goal", [0.25] * 5, 0.3, noise=0.25))

    def test_zero_is_no_cost(self):
        self.assertIn("Not measurable", FULL.cost("goal", [0] * 5, 0.3, noise=0))

    def test_cost_above_noise_is_judged(self):
        self.assertIn("Reached", FULL.cost("goal", [0.2] * 5, 0.3, noise=0.1))
        self.assertIn("**Missed**", FULL.cost("goal", [0.4] * 5, 0.3, noise=0.1))

    def test_ratio_with_noise_above_or_below_is_none(self):
        self.assertIn("Not measurable", FULL.ratio("goal", [(-1, 2)] * 5, 1.1, noise=0.5))
        self.assertIn("Not measurable", FULL.ratio("goal", [(0.4, 2)] * 5, 1.1, noise=0.5))
        self.assertIn("Not measurable", FULL.ratio("goal", [(2, -1)] * 5, 1.1, noise=0.5))
        self.assertIn("Not measurable", FULL.ratio("goal", [(-2, -1)] * 5, 3, noise=0.5))

    def test_no_ratio_is_negative(self):
        pairs = [(1, 2), (-1, 2), (1, -2), (-1, -2), (3, 3), (4, 2), (2, 1)]
        self.assertEqual(ratios(pairs, 0), [0.5, 1, 2, 2])

    def test_half_of_the_rounds_is_too_few(self):
        self.assertEqual(ratios([(1, 2), (-1, 2)], 0), [])
        self.assertEqual(ratio_cell([(1, 2), (-1, 2)], 0), "not measurable")

    def test_difference_of_a_cost_that_is_noise(self):
        self.assertIn("Not measurable", FULL.more("goal", [(0.1, 1)] * 5, 2, noise=0.5))
        self.assertIn("Not measurable", FULL.more("goal", [(-3, 1)] * 5, 2, noise=0.5))

    def test_difference_from_one_that_costs_nothing(self):
        self.assertIn("Reached", FULL.more("goal", [(1.5, 0.1)] * 5, 2, noise=0.5))
        self.assertIn("**Missed**", FULL.more("goal", [(6.7, -0.1)] * 5, 2, noise=0.5))

    def test_difference_smaller_than_the_noise(self):
        self.assertIn("Not measurable", FULL.more("goal", [(5, 5)] * 5, 2, noise=2))
        self.assertIn("8.00 beside 8.60. Reached", FULL.more("goal", [(8, 8.6)] * 5, 2, noise=0.5))
        self.assertIn("1.50 beside a cost within the noise", FULL.more("goal", [(1.5, -0.1)] * 5, 2, noise=0.5))

    def test_no_negative_number_is_reached(self):
        for noise in (None, 0, 0.1, 1, 5):
            for own in (-3, -0.834, -0.1, 0, 0.05):
                for other in (-2, -0.1, 0, 0.1, 2):
                    for said in (
                            FULL.cost("goal", [own] * 5, 1, noise), FULL.more("goal", [(own, other)] * 5, 1, noise),
                            FULL.ratio("goal", [(own, other)] * 5, 1, noise), FULL.value("goal", [min(own, -0.1)] * 5, 1)):
                        self.assertFalse("Reached" in said and ("-" in said or own <= 0), said)

    def test_a_duration_is_not_negative(self):
        self.assertIn("Not measurable", FULL.value("goal", [3, 4, -1], 50))

    def test_cells_say_it(self):
        self.assertEqual(cost_cell([-0.834], 0.1), "not measurable (-0.834)")
        self.assertEqual(cost_cell([], 0.1), "–")
        self.assertEqual(ratio_cell([], 0.1), "–")
        self.assertEqual(ratio_cell([(1, 2)], 0.1), "0.500")

    def test_measure_of_noise(self):
        self.assertIsNone(noise_of([]))
        self.assertEqual(noise_of([-3, 1, -2, 0, 1]), 2)
        self.assertEqual(scatter_of([5]), 0)
        self.assertEqual(scatter_of([1, 2, 3, 4, 5]), 2)
        self.assertIsNone(scatter_of([]))


class Spread(unittest.TestCase):
    def test_quartiles(self):
        self.assertEqual(quartiles([5, 1, 4, 2, 3]), (2, 3, 4))
        self.assertEqual(quartiles([7]), (7, 7, 7))

    def test_limit_within_the_spread_is_undecided(self):
        said = FULL.ratio("goal", [(1.0, 1), (1.05, 1), (1.08, 1), (1.2, 1), (1.3, 1)], 1.1)
        self.assertIn("Undecided", said)
        self.assertIn("1.08 (1.05 – 1.20)", said)

    def test_reached_and_missed(self):
        self.assertIn("Reached", FULL.ratio("goal", [(1.0, 1)] * 4 + [(9, 1)], 1.1))
        self.assertIn("**Missed**", FULL.ratio("goal", [(2.0, 1)] * 4 + [(1, 1)], 1.1))

    def test_limit_itself_is_reached(self):
        self.assertIn("Reached", FULL.value("goal", [0] * 5, 0))
        self.assertIn("Reached", FULL.value("goal", [50] * 5, 50))
        self.assertIn("Reached", FULL.value("goal", [50] * 5, 50, at_most=False))

    def test_at_least(self):
        self.assertIn("Reached", FULL.value("goal", [60_000] * 5, 50_000, at_most=False))
        self.assertIn("**Missed**", FULL.value("goal", [7_000] * 5, 50_000, at_most=False))
        self.assertIn("Undecided", FULL.value("goal", [1, 2, 3, 4, 5], 3, at_most=False))

    def test_nothing_measured(self):
        for said in (FULL.value("goal", [], 1), FULL.cost("goal", [], 1, 0), FULL.ratio("goal", [], 1), FULL.more("goal", [], 1, 0)):
            self.assertEqual(said, "Goal: goal. Not measured.")


class Short(unittest.TestCase):
    def all_of(self, judge):
        return [
            judge.value("goal", [1] * 5, 2), judge.cost("goal", [1] * 5, 2, 0), judge.ratio("goal", [(1, 1)] * 5, 2),
            judge.more("goal", [(1, 1)] * 5, 2, 0), judge.yes_or_no("goal", True, "All."), judge.value("goal", [3] * 5, 2)]

    def test_quick_gives_no_verdict(self):
        for rounds in (1, 5, 9):
            for said in self.all_of(Judge(is_quick=True, rounds=rounds)):
                self.assertIn("No verdict", said)
                self.assertNotRegex(said, "(?i)reached|missed|undecided")

    def test_few_rounds_give_no_verdict(self):
        for said in self.all_of(Judge(is_quick=False, rounds=4)):
            self.assertIn("No verdict", said)
            self.assertNotRegex(said, "(?i)reached|missed|undecided")

    def test_five_rounds_do(self):
        for said in self.all_of(FULL):
            self.assertRegex(said, "Reached|Missed")
