"""Distances in the libraries of this one build, for which an exercise was made.

In its exercise.cu OFFSET("a", "b") stands for the distance from symbol a to symbol b of libemulator.so,
or of the C or C++ library: a student who has the build reads it there with nm. "b.member" is a member of
the object b, whose place in it a student who has the sources asks a compiler for.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

LIBRARY = Path("emulator") / "device" / "libemulator.so"
OF_THE_SYSTEM = [Path("/lib/x86_64-linux-gnu") / name for name in ("libc.so.6", "libstdc++.so.6")]
EMULATOR = Path(__file__).resolve().parents[2] / "emulator"
# Objects with members, and their types.
OBJECTS = {
    "emu::checker::now": "emu::checker::Current",
    "emu::emulator": "emu::Emulator",
}
OFFSET = re.compile(r'OFFSET\("([^"]+)", "([^"]+)"\)')


def put_in(text: str, build: Path) -> str:
    """The text with a number in place of each OFFSET."""
    return OFFSET.sub(lambda found: distance(found[1], found[2], build), text)


def distance(begin: str, end: str, build: Path) -> str:
    emulator = library(build)
    if not emulator:
        return "0"  # nothing is built, so that nothing can be graded either
    target, _, member = end.partition(".")
    for path in (emulator, *OF_THE_SYSTEM):
        symbols = symbols_of(path, "-C" if path == emulator else "-D")
        if begin in symbols and target in symbols:
            within = place_of(target, member) if member else 0
            return str(symbols[target] + within - symbols[begin])
    raise ValueError(f"no library has both {begin} and {end}")


@cache
def place_of(target: str, member: str) -> int:
    """In bytes, from the beginning of the object."""
    kind = OBJECTS[target]
    text = f"""#include <cstddef>
#include "checker/current.h"
#include "runtime/emulator.h"
extern const unsigned long place = offsetof({kind}, {member});
"""
    words = ["c++", "-std=c++20", "-w", "-S", "-x", "c++", "-", "-o", "-"]
    words += [f"-I{EMULATOR}", f"-I{EMULATOR / 'include'}"]
    assembly = subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout
    return int(re.search(r"^place:\s+\.(?:quad|zero)\s+(\d+)", assembly, re.MULTILINE)[1])


@cache
def library(build: Path) -> Path | None:
    """That of the course program which the test was told of, else of this build."""
    told = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()
    builds = [told.resolve().parent.parent, build / "autograder"]
    return next((there / LIBRARY for there in builds if (there / LIBRARY).is_file()), None)


@cache
def symbols_of(path: Path, kind: str) -> dict[str, int]:
    """Names, without the version behind them, and addresses."""
    words = ["nm", kind, "--defined-only", str(path)]
    lines = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split(" ", 2) for line in lines]
    return {name.split("@")[0]: int(address, 16) for address, _, name in rows}
