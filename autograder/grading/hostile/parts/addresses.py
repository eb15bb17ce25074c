"""Hands in an exercise that was made for this one build of the emulator.

In its exercise.cu OFFSET("a", "b") stands for the distance from symbol a to symbol b of libemulator.so,
or of the C library: a student who has the build reads it there with nm. "b.member" is a member of the
object b, whose place in it a student who has the sources asks a compiler for.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import corpus

LIBRARY = Path("emulator") / "device" / "libemulator.so"
C_LIBRARY = Path("/lib/x86_64-linux-gnu/libc.so.6")
EMULATOR = Path(__file__).resolve().parents[3] / "emulator"
# Objects with members, and their types.
OBJECTS = {
    "emu::checker::now": "emu::checker::Current",
    "emu::emulator": "emu::Emulator",
}
OFFSET = re.compile(r'OFFSET\("([^"]+)", "([^"]+)"\)')


def hand_in(folder: Path, class_folder: Path, student: str, lesson: str) -> None:
    there = class_folder / student / lesson
    there.mkdir(parents=True)
    text = corpus.source(corpus.read(folder))
    (there / "exercise.cu").write_text(OFFSET.sub(offset, text))


def offset(found: re.Match) -> str:
    if not library():
        return "0"  # nothing is built, so that nothing can be graded either
    target, _, member = found[2].partition(".")
    for symbols in (symbols_of(library(), "-C"), symbols_of(C_LIBRARY, "-D")):
        if found[1] in symbols and target in symbols:
            within = place_of(target, member) if member else 0
            return str(symbols[target] + within - symbols[found[1]])
    raise ValueError(f"no library has both {found[1]} and {found[2]}")


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
def library() -> Path | None:
    """That of the course program which the test was told of, else of the usual build."""
    told = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()
    builds = [told.resolve().parent.parent, corpus.BUILD / "autograder"]
    return next((build / LIBRARY for build in builds if (build / LIBRARY).is_file()), None)


@cache
def symbols_of(path: Path, kind: str) -> dict[str, int]:
    """Names, without the version behind them, and addresses."""
    words = ["nm", kind, "--defined-only", str(path)]
    lines = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split(" ", 2) for line in lines]
    return {name.split("@")[0]: int(address, 16) for address, _, name in rows}
