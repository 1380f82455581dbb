"""Goals and whether they are reached: by paired rounds, their spread, and what is above the noise.

A cost is a difference of two measurements. Where it is not above the noise, it has no value that could be compared with a
limit: it is "not measurable", and never "reached".
"""

from statistics import median, quantiles

from .table import number

FEWEST_ROUNDS = 5
UNMEASURABLE = "not measurable"


def quartiles(values):
    """The lower quartile, the median and the upper quartile."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    lower, _, upper = quantiles(values, n=4, method="inclusive")
    return lower, median(values), upper


def noise_of(values):
    """The noise that a row shows whose true value is 0: the upper quartile of its distance from 0. None if it was not measured."""
    return quartiles([abs(value) for value in values])[2] if values else None


def scatter_of(values):
    """The noise of a difference from a row with these values: the distance of their quartiles. None if it was not measured."""
    if not values:
        return None
    lower, _, upper = quartiles(values)
    return upper - lower


def is_above(cost, noise):
    """Whether a cost is more than noise. Without a measured noise nothing is."""
    return noise is not None and cost > max(0, noise)


def ratios(pairs, noise):
    """The ratios of paired costs, one for each round in which both are above the noise; none if that is so in half of the rounds or fewer."""
    usable = [own / other for own, other in pairs if is_above(own, noise) and is_above(other, noise)]
    return usable if 2 * len(usable) > len(pairs) else []


def with_quartiles(values):
    if len(values) == 1:
        return number(values[0])
    lower, middle, upper = quartiles(values)
    return f"{number(middle)} ({number(lower)} – {number(upper)})"


def cost_cell(costs, noise):
    """The median of a cost and its quartiles."""
    if not costs:
        return "–"
    if not is_above(median(costs), noise):
        return f"{UNMEASURABLE} ({number(median(costs))})"
    return with_quartiles(costs)


def ratio_cell(pairs, noise):
    """The median of the ratios and their quartiles."""
    if not pairs:
        return "–"
    usable = ratios(pairs, noise)
    return with_quartiles(usable) if usable else UNMEASURABLE


class Judge:
    """Says as a sentence whether a goal is reached; gives no verdict after a short run."""

    def __init__(self, is_quick, rounds):
        self._is_quick = is_quick
        self._rounds = rounds

    def value(self, goal, values, limit, at_most=True):
        """Of something that is measured by itself, such as a duration: it cannot be below 0."""
        if values and min(values) < 0:
            return self._say(goal, f"{UNMEASURABLE.capitalize()}: {number(min(values))} cannot be.")
        return self._judged(goal, values, limit, at_most)

    def cost(self, goal, costs, limit, noise):
        """Of a cost above something else that is measured beside it."""
        if costs and not is_above(median(costs), noise):
            return self._say(goal, _noisy("the cost", median(costs), noise))
        return self._judged(goal, costs, limit)

    def ratio(self, goal, pairs, limit, noise=0):
        """Of a cost, as a multiple of another program's in the same round. Durations have the noise 0."""
        for name, place in (("the cost", 0), ("the cost it is compared with", 1)):
            middle = median(pair[place] for pair in pairs) if pairs else None
            if middle is not None and not is_above(middle, noise):
                return self._say(goal, _noisy(name, middle, noise))
        usable = ratios(pairs, noise)
        if pairs and not usable:
            return self._say(goal, f"{UNMEASURABLE.capitalize()}: in half of the rounds or more a cost is noise.")
        return self._judged(goal, usable, limit)

    def more(self, goal, pairs, limit, noise):
        """Of a cost, as a difference from another program's in the same round. The other program may cost nothing."""
        if not pairs:
            return self._judged(goal, [], limit)
        own, other = (median(pair[place] for pair in pairs) for place in (0, 1))
        if not is_above(own, noise):
            return self._say(goal, _noisy("the cost", own, noise))
        if noise >= limit:
            return self._say(goal, f"{UNMEASURABLE.capitalize()}: the noise, {number(noise)}, hides a difference of {number(limit)}.")
        beside = number(other) if is_above(other, noise) else "a cost within the noise"
        return self._judged(goal, [mine - its for mine, its in pairs], limit, said=f"{number(own)} beside {beside}")

    def yes_or_no(self, goal, is_reached, measured):
        """Of something that is so or not."""
        return self._say(goal, f"{measured} " + ("Reached." if is_reached else "**Missed**."))

    def _judged(self, goal, values, limit, at_most=True, said=None):
        if not values:
            return self._say(goal, "Not measured.")
        lower, _, upper = quartiles(values)
        best, worst = (lower, upper) if at_most else (upper, lower)
        if worst == limit or (worst < limit) == at_most:
            verdict = "Reached."
        elif best == limit or (best < limit) == at_most:
            verdict = "Undecided: the limit lies within the spread of the rounds."
        else:
            verdict = "**Missed**."
        return self._say(goal, f"Measured: {said or with_quartiles(values)}. {verdict}")

    def _say(self, goal, verdict):
        if self._is_quick:
            return f"Goal: {goal}. No verdict: the measurements were short (`--quick`)."
        if self._rounds < FEWEST_ROUNDS:
            return f"Goal: {goal}. No verdict: it takes {FEWEST_ROUNDS} rounds."
        return f"Goal: {goal}. {verdict}"


def _noisy(name, cost, noise):
    if noise is None:
        return f"{UNMEASURABLE.capitalize()}: the noise was not measured."
    return f"{UNMEASURABLE.capitalize()}: {name}, {number(cost)}, is not above the noise, {number(noise)}."
