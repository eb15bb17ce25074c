#!/usr/bin/env python3
"""Keeps the launch graphs of the lessons, LESSON.json here, from which the site draws them:

    remake.py LESSON --emucc PROGRAM --solution FILE            says whether LESSON.json is out of date
    remake.py LESSON --emucc PROGRAM --solution FILE --write    writes it

The run is that of the lesson's timeline: docs/pictures/LESSON.cpp or .cu with the solution, which the
build has put together as FILE.
"""

import argparse
import difflib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import launch_graph
from skeleton_places import Places

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]


def program_of(lesson):
    """What calls the solution."""
    found = [file for file in (TREE / "docs/pictures" / f"{lesson}{end}" for end in (".cpp", ".cu"))
             if file.exists()]
    if len(found) != 1:
        sys.exit(f"remake.py: docs/pictures has {len(found)} programs {lesson}.cpp or .cu, not one")
    return found[0]


def report_of(given):
    """What the emulator reports of the run."""
    with tempfile.TemporaryDirectory() as temporary:
        program, report = (pathlib.Path(temporary) / name for name in ("program", "report.json"))
        subprocess.run([given.emucc, "-std=c++20", "-rdc=true", f"-I{TREE / 'lessons' / given.lesson}", "-o", program,
                        program_of(given.lesson), given.solution], check=True)
        subprocess.run([program], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "EMULATOR_REPORT": str(report),
                            "EMULATOR_DEVICES": str(given.devices)})
        return json.loads(report.read_text())


def graph(given):
    skeleton = TREE / "lessons" / given.lesson / "skeleton.cu"
    places = Places(skeleton.read_text(), given.solution.read_text())

    def place_of_line(file, line):
        return places.of_line(line) if file.endswith(given.solution.name) else None

    return launch_graph.graph_of(report_of(given), places.of_kernel, place_of_line)


def text_of(graph):
    """A line for each node and edge, so that differences are short."""
    lists = (f'"{name}": [\n  ' + ",\n  ".join(json.dumps(one) for one in graph[name]) + "\n]"
             for name in ("nodes", "edges"))
    return "{" + ",\n".join(lists) + "}\n"


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("lesson")
    options.add_argument("--emucc", required=True)
    options.add_argument("--solution", type=pathlib.Path, required=True)
    options.add_argument("--devices", type=int, default=1)
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    path = HERE / f"{given.lesson}.json"
    kept = path.read_text() if path.exists() else ""
    text = text_of(graph(given))
    if given.write:
        path.write_text(text)
    elif kept != text:
        print("".join(difflib.unified_diff(kept.splitlines(True), text.splitlines(True),
                                           f"docs/launches/{path.name}", "the run today")))
        print("If the run is right: cmake --build BUILD --target launches")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
