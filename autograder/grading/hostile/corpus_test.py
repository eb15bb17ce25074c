#!/usr/bin/env python3
"""The corpus is complete, its verdicts are compared strictly, and synthetic classes repeat."""

import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import corpus
import verdicts

SYNTHETIC_CLASS = corpus.CORPUS.parent / "synthetic_class"
EXPECTED = verdicts.Expectation("s", corpus.LESSON, "x", ("crashed",), (17,), because="SIGABRT")
GOT = verdicts.Verdict("crashed", "", 17, 20, 1.0, "", [("C", "crashed", "SIGABRT"), ("D", "passed", "")])


class Fixtures(unittest.TestCase):
    def test_all_are_there(self):
        folders = {p.name for p in corpus.CORPUS.iterdir() if p.is_dir()} - {"parts", "__pycache__"}
        self.assertEqual({f.name for f in corpus.fixtures()}, folders)
        self.assertGreater(len(folders), 100)

    def test_each_says_what_it_does(self):
        for fixture in corpus.fixtures():
            self.assertRegex(fixture.idea, r"^[A-Z].*\.$", fixture.name)

    def test_each_is_one_file(self):
        for fixture in corpus.fixtures():
            if any((fixture.folder / f"exercise.{kind}").exists() for kind in ("cu", "change")):
                self.assertNotIn('"../parts/', corpus.source(fixture), fixture.name)
                lines = corpus.source(fixture).splitlines()
                self.assertNotIn('#include "solution.cu"', lines, fixture.name)

    def test_points_are_possible(self):
        for fixture in corpus.fixtures():
            most = corpus.full_points(fixture.lesson)
            self.assertTrue(all(0 <= p <= most for p in fixture.points), fixture.name)
            passes = "passed" in fixture.verdicts
            self.assertEqual(most in fixture.points, passes, fixture.name)


class Comparison(unittest.TestCase):
    def faults(self, got, refusal=None, **changes):
        return verdicts.faults(replace(EXPECTED, **changes), got, refusal)

    def test_what_is_expected_has_no_fault(self):
        self.assertEqual(self.faults(GOT), [])
        self.assertEqual(self.faults(None, "a link", verdicts=("refused",), because="link"), [])

    def test_everything_else_has(self):
        self.assertTrue(self.faults(replace(GOT, points=20)))
        self.assertTrue(self.faults(replace(GOT, verdict="passed")))
        self.assertTrue(self.faults(replace(GOT, checks=[("C", "failed", "SIGABRT")])))
        self.assertTrue(self.faults(replace(GOT, checks=[("C", "crashed", "SIGSEGV")])))
        self.assertTrue(self.faults(replace(GOT, message="\x1b[2J")))
        self.assertTrue(self.faults(replace(GOT, flags="odd"), flagged=False))
        self.assertTrue(self.faults(GOT, flagged=True))
        self.assertTrue(self.faults(None))
        self.assertTrue(self.faults(GOT, verdicts=("refused",)))
        self.assertTrue(self.faults(None, "a link", verdicts=("refused",), because="a pipe"))

    def test_mistakes_fail_their_check_in_its_words(self):
        mistake = {"verdicts": (), "points": (), "because": "", "check": "C"}
        self.assertEqual(self.faults(GOT, words=("SIG",), **mistake), [])
        self.assertTrue(self.faults(GOT, words=("race",), **mistake))
        self.assertTrue(self.faults(GOT, **(mistake | {"check": "D"})))
        self.assertTrue(self.faults(replace(GOT, points=20), **mistake))


class SyntheticClass(unittest.TestCase):
    def make(self, folder: Path, *options: str) -> str:
        words = [sys.executable, "-B", str(SYNTHETIC_CLASS), "60", "--out", str(folder), *options]
        subprocess.run([*words, "--lessons", "01,03"], check=True, capture_output=True)
        return (folder.parent / f"{folder.name}.expected.json").read_text()

    def test_the_same_seed_makes_the_same_class(self):
        with tempfile.TemporaryDirectory() as folder:
            classes = [self.make(Path(folder) / name) for name in ("a", "b")]
            other = self.make(Path(folder) / "c", "--seed", "2")
            self.assertEqual(classes[0], classes[1])
            self.assertNotEqual(classes[0], other)
            for kind in ("solution", "mistake/", "hostile/"):
                self.assertIn(kind, classes[0])
            expected = verdicts.load(Path(folder) / "a.expected.json")
            for one in expected:
                if not one.what.startswith("hostile/"):
                    self.assertTrue((Path(folder) / "a" / one.student / one.lesson).is_dir())


if __name__ == "__main__":
    unittest.main()
