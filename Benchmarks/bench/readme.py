"""Puts a report into README.md, between two marks."""

import os

from .context import HERE

BEGIN, END = "<!-- report: begin -->", "<!-- report: end -->"


def put(lines):
    path = os.path.join(HERE, "README.md")
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(merged(text, lines))


def merged(text, lines):
    """The text with the report in place of the last one, with its headings two levels lower."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    report = ["##" + line if line.startswith("#") else line for line in lines]
    return before + BEGIN + "\n" + "\n".join(report) + "\n" + END + after
