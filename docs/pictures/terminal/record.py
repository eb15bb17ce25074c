#!/usr/bin/env python3
"""Draws the first exercise as an animated terminal: a program with a typical mistake, what
`./course check` says, a hint, and the program that passes.

    record.py --course COURSE_ELSEWHERE --tree CHECKOUT --solution FILE [--columns N] PICTURE

FILE is the whole solution of the lesson. Everything that the picture shows comes from files of the
course and from the course program as it runs now, so the picture is the same at every run.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

import ansi
from animation import Animation
from loop import Loop
from session import Session

LESSON = "01-first-child-grid"
MISTAKE = "spare-threads-launch"
REGION = "one-child-per-thread"


def with_mistake(course, tree, solution):
    change = tree / "solutions" / LESSON / f"mistakes/{MISTAKE}.change"
    apply = [course, tree, "apply", change, solution]
    return subprocess.run(apply, stdout=subprocess.PIPE, text=True, check=True).stdout


def code_of(text, rows=0):
    """The code of the region as (number of the line, line), and the lines after it up to `rows`."""
    lines = text.splitlines()
    places = {line.strip(): number for number, line in enumerate(lines)}
    first, end = places[f"// begin: {REGION}"] + 1, places[f"// end: {REGION}"]
    return [(i + 1, lines[i]) for i in range(first, max(end, first + rows))]


def diagnosis_of(lines):
    """How many lines the verdict and the first failure have: up to the second empty line."""
    empty = [number for number, line in enumerate(lines) if not line]
    return empty[1]


def play(session, wrong, right):
    """The session, and how long each of its pictures stays, in seconds."""
    rows = len(code_of(right))
    session.save(wrong)
    failed = session.type("./course check 1", status=1)
    hint = session.type("./course hint 1", status=0)
    session.save(right)
    passed = session.type("./course check 1", status=0)
    if not re.search("failed.* of .* points", failed[0]) or "passed" not in passed[0]:
        raise RuntimeError(f"not a session that fails and then passes: {failed[0]}, {passed[0]}")

    diagnosis = diagnosis_of(failed)
    screen = 1 + sum(len(ansi.rows(line, session.columns)) for line in failed[:diagnosis])
    shown = Animation(session.shown_file, session.columns, rows, screen)
    shown.edit(code_of(wrong, rows), stays=1.2)
    shown.save(code_of(wrong, rows), stays=1.0)
    shown.type("./course check 1")
    shown.print(failed[:diagnosis], stays=8.5, still=True)
    shown.print(failed[diagnosis:], stays=2.0, prompt=True)
    shown.type("./course hint 1")
    shown.print(hint, stays=4.5, prompt=True)
    shown.edit(code_of(right), stays=1.5)
    shown.save(code_of(right), stays=0.8)
    shown.type("./course check 1")
    shown.print(passed, stays=5.0, prompt=True)
    return shown


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--course", type=pathlib.Path, required=True)
    options.add_argument("--tree", type=pathlib.Path, required=True)
    options.add_argument("--solution", type=pathlib.Path, required=True)
    options.add_argument("--columns", type=int, default=80)
    options.add_argument("picture", type=pathlib.Path)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        session = Session(given.course, given.tree, LESSON, pathlib.Path(folder).resolve(), given.columns)
        wrong = with_mistake(given.course.resolve(), given.tree, given.solution)
        shown = play(session, wrong, given.solution.read_text())
    given.picture.write_text(Loop(shown).svg("The first exercise: a mistake, its diagnosis, a hint, and "
                                             "the program that passes"))


if __name__ == "__main__":
    main()
