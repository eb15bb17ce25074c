#!/usr/bin/env python3
"""That the rooms of autograder/ include what README.md's table says, are no halls, and have short
READMEs."""

import os
import re
import unittest
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = {".cpp", ".h", ".cu", ".inc", ".py"}
MOST_FILES = 40
MOST_LINES = 40  # of a README
SHARED_BY_TESTS = ("testing", "tests")
# What the compiler looks below, besides the folder of the file that includes.
BELOW = ["", "emulator", "emulator/include", "checks", "harness/tests"]


def allowed_by_the_table():
    """Room: the rooms that it may include."""
    allowed = {}
    for line in (HERE / "README.md").read_text().splitlines():
        row = re.fullmatch(r"\| \[?`([\w/]+)`(?:\]\([\w/.]+\))? \|[^|]*\|([^|]*)\|", line)
        if row:
            allowed[row[1]] = set(re.findall(r"`([\w/]+)`", row[2]))
    return allowed


def source_files():
    """Relative to autograder/."""
    for file in sorted(HERE.rglob("*")):
        if file.is_file() and file.suffix in SOURCES:
            yield file.relative_to(HERE)


def is_test(file):
    return file.stem.endswith(("_test", "_benchmark", "_fixture"))


def is_shared_by_tests(file):
    return any(part in (*SHARED_BY_TESTS, "fixtures", "testdata") for part in file.parts)


def leads_somewhere(page, file, heading):
    """As GitHub makes anchors of headings."""
    target = page.parent / file if file else page
    if not target.exists() or not heading:
        return target.exists()
    headings = re.findall(r"^#+ (.*)", target.read_text(), re.M)
    return heading in {re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-") for words in headings}


class Rooms(unittest.TestCase):
    def setUp(self):
        self.allowed = allowed_by_the_table()
        self.files = list(source_files())
        self.known = {str(file) for file in self.files}

    def room_of(self, file):
        return next((str(folder) for folder in file.parents if str(folder) in self.allowed), "")

    def included(self, file):
        """The files of autograder/ that it includes."""
        for name in re.findall(r'^ *# *include ["<]([^">]+)[">]', (HERE / file).read_text(), re.M):
            for folder in [str(file.parent), *BELOW]:
                path = os.path.normpath(os.path.join(folder, name))
                if path in self.known:
                    yield Path(path)
                    break

    def is_allowed(self, file, other):
        room, wanted = self.room_of(file), self.room_of(other)
        if room == wanted or wanted in self.allowed.get(room, ()):
            return True
        return is_shared_by_tests(file) or (is_test(file) and is_shared_by_tests(other))

    def test_the_table_names_rooms_that_are_there(self):
        for room, others in self.allowed.items():
            self.assertTrue((HERE / room).is_dir(), room)
            self.assertLessEqual(others, set(self.allowed), room)
        self.assertGreater(len(self.allowed), 20)

    def test_every_source_file_has_a_room(self):
        homeless = [str(file) for file in self.files
                    if not self.room_of(file) and len(file.parts) > 1]
        self.assertEqual(homeless, [])

    def test_no_arrow_but_those_of_the_table(self):
        # A .cu file is a program for the emulated device, and includes CUDA's headers.
        wrong = [f"{file} includes {other}" for file in self.files
                 if file.suffix in (".cpp", ".h", ".inc")
                 for other in self.included(file) if not self.is_allowed(file, other)]
        self.assertEqual(wrong, [])

    def test_no_arrows_in_a_circle(self):
        done = set()
        while len(done) < len(self.allowed):
            free = [room for room, others in self.allowed.items()
                    if room not in done and others <= done]
            self.assertTrue(free, f"in a circle: {sorted(set(self.allowed) - done)}")
            done.update(free)

    def test_no_folder_is_a_hall(self):
        sizes = Counter(str(file.parent) for file in self.files)
        halls = {folder: size for folder, size in sizes.items() if size > MOST_FILES}
        self.assertEqual(halls, {})

    def test_no_readme_of_a_room_is_long(self):
        lines = {str(file.relative_to(HERE)): len(file.read_text().splitlines())
                 for file in HERE.rglob("*/README.md")}
        self.assertGreater(len(lines), 20)
        self.assertEqual({file: size for file, size in lines.items() if size > MOST_LINES}, {},
                         "what it tells besides belongs to docs/ or to the head of a source file")

    def test_links_of_readmes_lead_somewhere(self):
        # The documentation's own test looks at its pages, and these are none.
        wrong = [f"{page}: {target}" for page in [HERE.parent / "CONTRIBUTING.md", *HERE.rglob("README.md")]
                 for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text())
                 if not leads_somewhere(page, *target.partition("#")[::2])]
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
