"""What a program prints on a terminal, as text with colors: rows of runs, each with its column.

Only what the course prints is understood, and anything else is an error: text, line ends, and the
codes that select bold, dim and the colors of STYLES.
"""

import dataclasses
import re

STYLES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow", "34": "blue"}

ESCAPE = re.compile(r"\033(?:\[([\d;]*)m)?")
WORDS = re.compile(r"\S+(?: \S+)*")  # two blanks or more part them


@dataclasses.dataclass(frozen=True)
class Run:
    """Text in one style. Columns count from 0."""

    column: int
    text: str
    style: str = ""


class UnknownCode(Exception):
    """The program asks the terminal for something that a picture would not show."""


def style_of(codes):
    if codes is None:
        raise UnknownCode("an escape sequence that selects no color")
    if codes in ("", "0"):
        return ""
    if codes not in STYLES:
        raise UnknownCode(f"no style for the color code {codes}")
    return STYLES[codes]


def pieces(line):
    """(text, style) from one escape sequence to the next."""
    position, style = 0, ""
    for escape in ESCAPE.finditer(line):
        yield line[position : escape.start()], style
        position, style = escape.end(), style_of(escape[1])
    yield line[position:], style


def rows(line, columns):
    """The runs of one line, in as many rows as the terminal needs for it. Blanks that align columns
    are in no run."""
    found, column = [[]], 0
    for text, style in pieces(line):
        while text:
            if column == columns:
                found.append([])
                column = 0
            part, text = text[: columns - column], text[columns - column :]
            found[-1] += [Run(column + words.start(), words[0], style) for words in WORDS.finditer(part)]
            column += len(part)
    return found


def plain(line):
    """The line without its colors."""
    return ESCAPE.sub("", line)
