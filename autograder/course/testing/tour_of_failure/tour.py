"""A tour of failure: what can happen to a student and to the course in use. Each stop ends in one
clear sentence, and nothing is lost. The other files here are its parts:

    exercises.py COURSE_ELSEWHERE CHECKOUT

All of them run in a checkout of one lesson whose path has blanks and letters of many alphabets, with
the real compiler, emulator and checks.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

COURSE, CHECKOUT = sys.argv[1], pathlib.Path(sys.argv[2])
LESSON = "01-first-child-grid"
SOLUTION = pathlib.Path(COURSE).resolve().parents[3] / "solutions" / LESSON / "exercise.cu"
GIVEN = {"README.md", "exercise.h", "lesson.toml", "questions.toml", "skeleton.cu"}
OWN = {"exercise.cu", "answers.toml"}
SKIPPED = 77

# A loop that no compiler takes out, and nothing for the emulator to see.
FOR_EVER = "  for (volatile int i = 0;; i = i + 1) {\n  }\n"


def with_region(text, name, code):
    """`text` with this code in a region."""
    begin, end = f"// begin: {name}\n", f"// end: {name}\n"
    before, _, rest = text.partition(begin)
    indent = before[before.rindex("\n") + 1:]
    return before + begin + code + indent + end + rest.partition(end)[2]


def inside(function, code):
    """The solution with this code at the start of one of the host's functions."""
    text = SOLUTION.read_text()
    changed = re.sub(rf'(extern "C" int {function}\([^)]*\) {{\n)', lambda m: m[1] + code, text)
    assert changed != text, function
    return changed


def writable_only_by_its_owner_s_leave():
    """In front of a command: root, too, may write only what the modes allow."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"]


class Tour(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="Zoë's Übungen — 日本 ")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "CUDA (copy)"
        self.root.mkdir()
        self.make_checkout()

    def make_checkout(self):
        shutil.copy(CHECKOUT / ".gitignore", self.root)
        self.lesson = self.root / "lessons" / LESSON
        self.lesson.mkdir(parents=True)
        shutil.copy(CHECKOUT / "lessons/given.h", self.root / "lessons")
        for name in GIVEN:
            shutil.copy(CHECKOUT / "lessons" / LESSON / name, self.lesson)
        limits = self.lesson / "lesson.toml"  # whoever loops for ever need not do it for long
        limits.write_text(limits.read_text().replace("seconds = 10", "seconds = 1"))
        solution = self.root / "solutions" / LESSON
        solution.mkdir(parents=True)
        for name in ("exercise.cu", "answers.toml"):
            shutil.copy(CHECKOUT / "solutions" / LESSON / name, solution)
        self.exercise = self.lesson / "exercise.cu"
        self.progress = self.root / "progress/progress.txt"
        self.solved = SOLUTION.read_text()

    def tearDown(self):
        if self.root.exists():
            for folder in (self.lesson, self.root / "progress"):
                left = [p.name for p in folder.glob("**/*") if re.search(r"\.\d+\.\d+$", p.name)]
                self.assertEqual(left, [], "half written files are left")

    def start(self, *words, before=(), **more):
        return subprocess.Popen([*before, COURSE, self.root, *words], text=True, encoding="utf-8",
                                errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                stdin=subprocess.DEVNULL, cwd="/", start_new_session=True, **more)

    def course(self, *words, status=0, **more):
        """What the command says, after it has ended with that status."""
        process = self.start(*words, **more)
        said, _ = process.communicate(timeout=300)
        self.assertEqual(process.returncode, status, said)
        ours = re.sub(r"It printed:\n( {4}.*\n)*", "", said)
        self.assertNotRegex(ours, r"terminate called|what\(\):|filesystem error|Traceback|std::")
        return said

    def check(self, text, sentence, status=1):
        """Checks `text` as the exercise, which must stay as it is."""
        self.exercise.write_text(text)
        said = self.course("check", "1", "--device", "emulator", "--all", status=status)
        self.assertIn(sentence, re.sub(r"\s+", " ", said))
        self.assertEqual(self.exercise.read_text(), text)
        return said

    def files(self):
        return {path.name for path in self.lesson.iterdir()}


def cannot(why):
    print(why)
    sys.exit(1 if os.environ.get("CI") == "true" else SKIPPED)


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
