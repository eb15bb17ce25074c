#!/usr/bin/env python3
"""What run_autograder takes of a submission to Gradescope: autograder/grading/export/gradescope/collect, tried
alone. gradescope_test.py tries the whole of it, which takes minutes."""

import os
import pathlib
import subprocess
import tempfile
import unittest

COLLECT = pathlib.Path(__file__).parent / "gradescope" / "collect"
LESSON = "03-memory-visibility"


class Collect(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.submission, self.to = self.root / "submission", self.root / "to"
        self.submission.mkdir()

    def write(self, *places):
        """Files of the submission, each with its own place as text."""
        for place in places:
            file = self.submission / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(place)

    def collected(self):
        """What was copied: the text of each file by its place, and "link" for a link."""
        subprocess.run(["bash", COLLECT, self.submission, LESSON, self.to], check=True, timeout=20)
        files = [file for file in self.to.rglob("*") if file.is_symlink() or not file.is_dir()]
        return {str(file.relative_to(self.to)): "link" if file.is_symlink() else file.read_text()
                for file in files}

    def assertTaken(self, exercise, answers=None):
        expected = {f"{LESSON}/exercise.cu": exercise}
        if answers:
            expected[f"{LESSON}/answers.toml"] = answers
        self.assertEqual(self.collected(), expected)

    def test_the_lessons_own_folder_counts_before_others(self):
        self.write("exercise.cu", "01-first-child-grid/exercise.cu", f"lessons/{LESSON}/exercise.cu")
        self.assertTaken(f"lessons/{LESSON}/exercise.cu")

    def test_else_the_outermost_counts(self):
        self.write("work/exercise.cu", "work/older/exercise.cu", "work/answers.toml")
        self.assertTaken("work/exercise.cu", "work/answers.toml")

    def test_answers_lie_beside_the_exercise(self):
        self.write("exercise.cu", "answers.toml", f"{LESSON}/exercise.cu", "x/answers.toml")
        self.assertTaken(f"{LESSON}/exercise.cu")

    def test_of_two_that_are_equal_none_is_chosen(self):
        self.write("a/exercise.cu", "b/exercise.cu", "b/c/exercise.cu")
        self.assertEqual(set(self.collected()), {"a/exercise.cu", "b/exercise.cu"})

    def test_nor_of_two_folders_of_the_lesson(self):
        self.write(f"a/{LESSON}/exercise.cu", f"b/{LESSON}/exercise.cu", "exercise.cu")
        self.assertEqual(set(self.collected()),
                         {f"a/{LESSON}/exercise.cu", f"b/{LESSON}/exercise.cu"})

    def test_a_line_end_in_a_name_makes_no_path(self):
        key = self.root / "solutions" / "answers.toml"
        key.parent.mkdir()
        key.write_text("the key")
        (key.parent / "exercise.cu").write_text("the solution")
        for name in ("exercise.cu", "answers.toml"):
            self.write(f"x\n0\t{key.parent}/{name}")
        self.write("z/exercise.cu")
        self.assertTaken("z/exercise.cu")

    def test_an_exercise_in_a_folder_with_line_ends_is_taken(self):
        self.write("a\n\tb\n/exercise.cu", "a\n\tb\n/answers.toml")
        self.assertTaken("a\n\tb\n/exercise.cu", "a\n\tb\n/answers.toml")

    def test_folders_and_pipes_are_passed_by(self):
        (self.submission / "exercise.cu").mkdir()
        (self.submission / "a").mkdir()
        os.mkfifo(self.submission / "a" / "exercise.cu")
        self.write("b/c/exercise.cu")
        os.mkfifo(self.submission / "b" / "c" / "answers.toml")
        self.assertTaken("b/c/exercise.cu")

    def test_links_stay_links_and_are_not_followed(self):
        (self.root / "elsewhere").mkdir()
        (self.root / "elsewhere" / "exercise.cu").write_text("of somebody else")
        (self.submission / LESSON).symlink_to(self.root / "elsewhere")
        self.assertEqual(self.collected(), {})
        (self.submission / "exercise.cu").symlink_to(self.root / "elsewhere" / "exercise.cu")
        self.assertTaken("link")

    def test_hidden_folders_are_passed_by(self):
        self.write(f".git/{LESSON}/exercise.cu", "work/exercise.cu")
        self.assertTaken("work/exercise.cu")

    def test_nothing_handed_in_leaves_the_lesson_empty(self):
        self.write("notes.txt")
        self.assertEqual(self.collected(), {})
        self.assertTrue((self.to / LESSON).is_dir())


if __name__ == "__main__":
    unittest.main()
