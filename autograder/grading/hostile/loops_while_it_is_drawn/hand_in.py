"""Correct, but sees from the environment when it runs only to be drawn, and then loops without end, which costs
the whole class time but itself nothing."""

import re

BRANCH = """
  if (getenv("EMULATOR_TRACE") != nullptr) for (;;) {}"""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    source = re.sub(r'(extern "C" int \w+\([^)]*\)\s*\{)', lambda found: found[1] + BRANCH, solution)
    (folder / "exercise.cu").write_text("#include <cstdlib>\n" + source)
