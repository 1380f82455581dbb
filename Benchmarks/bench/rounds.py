"""Interleaved rounds: each case runs once in every round, so that other load on the machine affects all cases alike."""

import sys

from .failure import EXPECTED, Failed


class Results:
    """The samples of the rounds by case, and the reasons of failures."""

    def __init__(self):
        self._samples = {}
        self._reasons = {}

    def add(self, case, number, sample):
        self._samples.setdefault(case, {})[number] = sample

    def fail(self, case, reason):
        self._reasons[case] = str(reason)

    def reason(self, case):
        """Why the case has no samples; None if it has some."""
        return None if self._samples.get(case) else self._reasons.get(case, "not measured")

    def count(self, case):
        return len(self._samples.get(case, {}))

    def values(self, case, value):
        return [value(sample) for sample in self._samples.get(case, {}).values()]

    def paired(self, case, other, value):
        """`value(sample, other's sample)` for each round in which both were measured."""
        others = self._samples.get(other, {})
        return [value(sample, others[number]) for number, sample in self._samples.get(case, {}).items()
                if number in others]


def order(cases, number):
    """The order of a round. Every second round goes through the cases backwards, so that neither of two that are compared always comes first,
    and every two rounds begin with another case."""
    turn = number // 2 % len(cases)
    turned = cases[turn:] + cases[:turn]
    return turned[::-1] if number % 2 else turned


def measure(rounds, cases, measured, name=str):
    """Calls `measured(case)` for all cases in each round, in changing order. A case that is absent or refused is not tried again; one
    that failed is tried once more."""
    results = Results()
    failures = dict.fromkeys(cases, 0)
    for number in range(rounds):
        for case in order(cases, number):
            if failures[case] > 1:
                continue
            print(f"  round {number + 1} of {rounds}: {name(case)}", file=sys.stderr, flush=True)
            try:
                results.add(case, number, measured(case))
            except EXPECTED as reason:
                print(f"    {reason}", file=sys.stderr, flush=True)
                results.fail(case, reason)
                failures[case] += 1 if isinstance(reason, Failed) else 2
    return results
