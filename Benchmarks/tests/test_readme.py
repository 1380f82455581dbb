"""The report takes the place of the last one, and of nothing else."""

import os
import unittest

from bench.context import HERE
from bench.readme import BEGIN, END, merged


class Readme(unittest.TestCase):
    def test_merged(self):
        once = merged(f"before\n{BEGIN}\nold\n{END}\nafter\n", ["# title", "", "## 1. Live", "| a |"])
        self.assertEqual(once, f"before\n{BEGIN}\n### title\n\n#### 1. Live\n| a |\n{END}\nafter\n")
        self.assertEqual(merged(once, ["new"]), f"before\n{BEGIN}\nnew\n{END}\nafter\n")

    def test_the_marks_are_there(self):
        with open(os.path.join(HERE, "README.md")) as file:
            text = file.read()
        self.assertEqual((text.count(BEGIN), text.count(END)), (1, 1))
        self.assertLess(text.index(BEGIN), text.index(END))
