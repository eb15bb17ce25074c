#!/usr/bin/env python3
"""How fast the course is today, beside its goals (goals.toml). `./course test --speed` calls it.

A goal that is missed is no failure: this measures, and machines differ.
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile
import tomllib

sys.dont_write_bytecode = True

import kernels  # noqa: E402
import parts  # noqa: E402
from stopwatch import NotMeasured  # noqa: E402
from table import medians, table, with_lessons_in_short  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
USUAL = ("check", "lessons", "first", "run", "kernels", "host", "grade")
ON_REQUEST = ("instructions", "fresh")  # need valgrind, where perf counts nothing; take minutes
ALL = "all"
ALONE = {"run": parts.Run, "kernels": kernels.Kernels, "host": parts.HostLoop, "grade": parts.Grade,
         "instructions": kernels.Instructions, "fresh": parts.FreshClone}


def parts_of(word, place, each):
    """The parts that a word of the command line stands for."""
    lessons = place.lessons()
    if word == "check":
        return [parts.Check(place, lessons[0])]
    if word == "lessons":
        return [parts.Check(place, lesson) for lesson in lessons[1:]]
    if word == "first":
        return [parts.FirstCheck(place, lesson) for lesson in (lessons if each else lessons[:1])]
    return [ALONE[word](place)]


def tell(*words):
    print(*words, file=sys.stderr, flush=True)


class Measurement:
    """All rounds of all parts. What cannot be measured is told and left out."""

    def __init__(self, chosen):
        self.parts = chosen
        self.rounds = []

    def run(self, rounds):
        tell("preparing")
        self.attempt(lambda part: part.prepare())
        for number in range(rounds):
            tell(f"round {number + 1} of {rounds}")
            self.attempt(lambda part, first=number == 0: self.measure(part, first))
        return with_lessons_in_short(medians(self.rounds))

    def measure(self, part, first):
        if first or not part.once:
            self.rounds.append(part.round())

    def attempt(self, step):
        """Does `step` for each part, and goes on with those that it worked for."""
        going_on = []
        for part in self.parts:
            try:
                step(part)
                going_on.append(part)
            except NotMeasured as why:
                tell(f"not measured: {why}")
        self.parts = going_on


def load():
    return os.getloadavg()[0]


def measured(options):
    """What is written to the JSON file."""
    cores, before = len(os.sched_getaffinity(0)), load()
    with tempfile.TemporaryDirectory(prefix="speed-") as scratch:
        place = parts.Place(ROOT, options.build.resolve(), pathlib.Path(scratch))
        if not place.lessons():
            sys.exit(f"{options.build} has no solutions to check: ./course test builds them")
        chosen = [part for word in options.parts for part in parts_of(word, place, options.each)]
        rows = Measurement(chosen).run(options.rounds)
    return {"cores": cores, "load": [before, load()], "rounds": options.rounds, "rows": rows}


def part(word):
    known = (*USUAL, *ON_REQUEST, ALL)
    if word not in known:
        raise argparse.ArgumentTypeError(f"{word} is none of {', '.join(known)}")
    return word


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", type=part,
                        help=f"{', '.join(USUAL)} (these by default), {', '.join(ON_REQUEST)}, or {ALL}")
    parser.add_argument("--rounds", type=int, default=3, help="medians of so many (default: 3)")
    parser.add_argument("--each", action="store_true", help="a row for each lesson")
    parser.add_argument("--write", type=pathlib.Path, metavar="FILE", help="also write JSON")
    parser.add_argument("--against", type=pathlib.Path, metavar="FILE",
                        help="compare with what --write wrote before")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    options = parser.parse_args()
    options.parts = USUAL + ON_REQUEST if ALL in options.parts else options.parts or USUAL
    return options


def main():
    options = arguments()
    goals = tomllib.loads((ROOT / "autograder/benchmarks/goals.toml").read_text())
    before = json.loads(options.against.read_text())["rows"] if options.against else None
    results = measured(options)
    if options.write:
        options.write.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    print("\n".join(table(results["rows"], goals, before, options.each)))
    print("\nMedians. Rounds: {rounds}. Cores: {cores}. Their load before and after: {load[0]:.1f}, "
          "{load[1]:.1f}.".format(**results))


if __name__ == "__main__":
    main()
