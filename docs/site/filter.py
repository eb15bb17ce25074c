#!/usr/bin/env python3
"""Doxygen's input filter: prints a source file as Doxygen should read it, line for line.

Headers: what stands behind `#pragma once` belongs to the group of the file (see reference.py), a
function of an exercise returns what the file says at its top, each variable of a line has the line's
comment, and what is deleted is no part of it.
CUDA: `kernel<<<grid, block>>>(x)` becomes `kernel(x)`, so that graphs show who launches whom.
"""

import pathlib
import re
import sys

from markdown import PERCENT
from reference import RETURNS, header_group, opening_comment

DELETED = re.compile(r"^(?: *template <[^>]*>\n)?[^\n;{}]*= delete;.*$", re.M)
# Several variables in a line, with one comment behind them that is about each.
VARIABLES = re.compile(r"^( +)((?:struct )?[\w:]+(?:<[\w:]+>)?) (\w+(?: = [^,;]+)?(?:, \w+(?: = [^,;]+)?)+); *///< (.*)$",
                       re.M)
# The last line of a comment that says nothing of what is returned, and a function below it.
LAST_LINE = re.compile(r"((?:^///.*\n)*^///.*)(?=\nint \w+\()", re.M)


def grouped(text, name):
    """The declarations in their namespace, or all where there is none, and documented macros."""
    opening = f"/** @addtogroup {name}\n@{{ */\n"
    if "namespace harness {\n\n" not in text:
        return text.replace("#pragma once\n\n", opening, 1) + "/** @} */\n"
    text = text.replace("namespace harness {\n\n", "namespace harness { " + opening, 1)
    text = text.replace("\n\n}  // namespace harness\n", "\n/** @} */\n}  // namespace harness\n")
    return re.sub(r"\n\n(?=(?:///.*\n)+#define )", f"\n/// @ingroup {name}\n", text)


def with_returns(text, opening):
    """Every function of an exercise says what it returns, where its file says it once for all."""
    returned = RETURNS.search(opening)
    if not returned:
        return text
    words = " ".join(returned[1].split())
    return LAST_LINE.sub(lambda block: block[0] if "@return" in block[0] else
                         f"{block[0]} @return {words}.", text)


def with_variables_apart(text):
    return VARIABLES.sub(lambda line: line[1] + " ".join(
        f"{line[2]} {name}; /**< {line[4]} */" for name in line[3].split(", ")), text)


def with_percents(text):
    """Doxygen drops the first sign of %laneid in a comment."""
    return re.sub(r"(?m)^.*///.*$", lambda line: PERCENT.sub("%%", line[0]), text)


def without_configurations(text):
    return re.sub(r"<<<([^;{}]*?)>>>", lambda launch: "\n" * launch[1].count("\n"), text)


def without_deleted(text):
    return DELETED.sub(lambda deleted: "\n" * deleted[0].count("\n"), text)


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text()
    if path.suffix == ".h":
        text = grouped(with_variables_apart(without_deleted(with_percents(text))), header_group(path))
    if path.name == "exercise.h":
        text = with_returns(text, opening_comment(path))
    sys.stdout.write(without_configurations(text))


if __name__ == "__main__":
    main()
