"""Throws by hand an object whose class it has described itself."""

import re
from pathlib import Path

from parts import addresses

LIBRARY = Path("/lib/x86_64-linux-gnu/libstdc++.so.6")
DISTANCE = re.compile(r'IN_LIBRARY\("([^"]+)", "([^"]+)"\)')


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
    exercise = class_folder / student / lesson / "exercise.cu"
    symbols = addresses.symbols_of(LIBRARY, "-D")
    exercise.write_text(
        DISTANCE.sub(lambda found: str(symbols[found[2]] - symbols[found[1]]),
                     exercise.read_text()))
