"""What programs of the lessons take on the emulator's virtual clock, kept in clock.csv:

    python3 docs/figures/clock.py --emucc BUILD/autograder/emulator/toolchain/emucc    writes it
    python3 docs/figures/clock.py --emucc … --check    says what differs from it; 1 then

A program is a driver in clock/ with the lesson's solution, or with that after a change: a
mistake, or words exchanged for others. Its figure's name in clock.csv is a source for the tables here.
"""

import argparse
import csv
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]
SKIPPED = 77


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    lesson: str
    arguments: tuple = ()
    exchanged: tuple = ()  # pairs of words: what stands in the solution, what is to stand there
    mistake: str = ""
    grids_only: bool = False  # from the first start to the last end, without what the host does


IN_NULL = ("quicksort<<<1, kBlock, 0, cudaStreamFireAndForget>>>", "quicksort<<<1, kBlock>>>")
EVERY_PART = ("if (n <= kSmall || depth", "if (n == 0 || depth")
SORTS = (("plain", "plain", ()), ("NULL and every part", "grids", (IN_NULL, EVERY_PART)),
         ("NULL", "grids", (IN_NULL,)), ("fired and every part", "grids", (EVERY_PART,)),
         ("fired", "grids", ()), ("one block", "one_block", ()))
PROGRAMS = (
    *(Program(f"{name} {size}", "13-quicksort", (version, str(size)), exchanged)
      for name, version, exchanged in SORTS for size in (6000, 20000)),
    Program("child a cell", "16-adaptive-grid", mistake="one-child-per-cell", grids_only=True),
    Program("child for four", "16-adaptive-grid", mistake="a-child-for-four", grids_only=True),
    Program("grid a level", "16-adaptive-grid", grids_only=True))


def solution(program, emucc, folder):
    """The program's exercise.cu, in a folder of its own: the build has put it together."""
    build = pathlib.Path(emucc).resolve().parents[3]
    text = (build / "solutions" / program.lesson / "exercise.cu").read_text()
    for there, instead in program.exchanged:
        if text.count(there) != 1:
            sys.exit(f"clock.py: the solution of {program.lesson} does not have “{there}” once")
        text = text.replace(there, instead)
    path = folder / "exercise.cu"
    path.write_text(text)
    if program.mistake:
        change = TREE / "solutions" / program.lesson / "mistakes" / f"{program.mistake}.change"
        apply = [build / "autograder/course/course", "apply", change, path]
        path.write_text(subprocess.run(apply, stdout=subprocess.PIPE, text=True, check=True).stdout)
    return path


def measure(program, emucc):
    """(microseconds, launches by the device)"""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        lesson = TREE / "lessons" / program.lesson
        (folder / "given.h").symlink_to(TREE / "lessons/given.h")
        (folder / "lesson").mkdir()
        subprocess.run([emucc, "-std=c++20", "-rdc=true", f"-I{lesson}", "-o", folder / "program",
                        HERE / "clock" / f"{program.lesson}.cpp",
                        solution(program, emucc, folder / "lesson")], check=True)
        subprocess.run([folder / "program", *program.arguments], check=True,
                       env={**os.environ, "EMULATOR_REPORT": str(folder / "report.json")})
        report = json.loads((folder / "report.json").read_text())
    launches = report["launches"]
    nanoseconds = report["virtual_ns"]
    if program.grids_only:
        nanoseconds = (max(one["end_ns"] for one in launches) -
                       min(one["start_ns"] for one in launches))
    return nanoseconds / 1000, len(launches) - 1


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--emucc", required=True)
    options.add_argument("--check", action="store_true")
    given = options.parse_args()
    if os.environ.get("NVCC_CCBIN") or not shutil.which("g++"):
        print("clock.csv is of programs that g++ compiled: another compiler's accesses are counted "
              "otherwise")
        return SKIPPED
    rows = [["program", "microseconds", "launches"]]
    for program in PROGRAMS:
        microseconds, launches = measure(program, given.emucc)
        rows.append([program.name, f"{microseconds:.1f}", str(launches)])
    path = HERE / "clock.csv"
    if not given.check:
        with path.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        return 0
    with path.open(newline="") as file:
        kept = list(csv.reader(file))
    for row in rows:
        if row not in kept:
            print(f"docs/figures/clock.csv has no row {','.join(row)}, which the emulator gives now. "
                  "If its clock or the program was meant to change, make the file again: "
                  "docs/figures/clock.py without --check")
    return 0 if rows == kept else 1


if __name__ == "__main__":
    sys.exit(main())
