"""Numbers for people, and Markdown tables."""

from statistics import median


def middle(values):
    """The median; None for no values."""
    return median(values) if values else None


def number(value, digits=3):
    """About three significant digits: 0.012, 1.23, 12.3, 1,234."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    size = abs(value)
    places = 0 if size >= 100 else 1 if size >= 10 else 2 if size >= 1 else digits
    return f"{value:,.{places}f}"


def spread(values):
    """The median, and the extremes if there are several values."""
    if not values:
        return "–"
    if len(values) == 1:
        return number(values[0])
    return f"{number(median(values))} ({number(min(values))} – {number(max(values))})"


def table(heads, rows):
    """A Markdown table with the first column aligned left and the others right."""
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return lines
