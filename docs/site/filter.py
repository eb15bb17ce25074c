#!/usr/bin/env python3
"""Doxygen's input filter: prints a source file as Doxygen should read it, line for line.

Headers: what stands behind `#pragma once` belongs to the group of the file (see reference.py).
CUDA: `kernel<<<grid, block>>>(x)` becomes `kernel(x)`, so that graphs show who launches whom.
"""

import pathlib
import re
import sys

from reference import header_group


def group_of(path):
    if path.name == "exercise.h":
        return f"exercise-{path.parent.name}"
    return header_group(path)


def grouped(text, name):
    """The declarations in their namespace, or all where there is none, and documented macros."""
    opening = f"/** @addtogroup {name}\n@{{ */\n"
    if "namespace harness {\n\n" not in text:
        return text.replace("#pragma once\n\n", opening, 1) + "/** @} */\n"
    text = text.replace("namespace harness {\n\n", "namespace harness { " + opening, 1)
    text = text.replace("\n\n}  // namespace harness\n", "\n/** @} */\n}  // namespace harness\n")
    return re.sub(r"\n(?=(?:///.*\n)+#define )", f"\n/// @ingroup {name}", text)


def without_configurations(text):
    return re.sub(r"<<<([^;{}]*?)>>>", lambda launch: "\n" * launch[1].count("\n"), text)


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text()
    if path.suffix == ".h":
        text = grouped(text, group_of(path))
    sys.stdout.write(without_configurations(text))


if __name__ == "__main__":
    main()
