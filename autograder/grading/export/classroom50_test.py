#!/usr/bin/env python3
"""What `course classroom50` makes, and its autograder.py as Classroom 50 starts it, with a stand-in for
the course in course.zip: building the course is tried by gradescope_test.py.

    classroom50_test.py COURSE CHECKOUT
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

COURSE, CHECKOUT = sys.argv[1], pathlib.Path(sys.argv[2])
LESSON = "01-first-child-grid"
NAMES = {"CLASSROOM": "cdp", "ASSIGNMENT": "first", "SUBMISSION_TAG": "submit/1", "OWNER": "ada",
         "COMMIT_URL": "https://example.com/c", "RELEASE_URL": "https://example.com/r",
         "REVIEW_URL": ""}
# Says into said what it was asked, and does not like sandboxes where there is a file called strict.
STAND_IN = """mkdir -p course/build/autograder/course
cat >course/build/autograder/course/course <<'END'
#!/bin/sh
echo "$*" >>"$SAID"
case $* in
  grade*--no-sandbox*) ;;
  grade*) [ -e "$STRICT" ] && exit 3; [ -e "$FULL" ] && exit 2; cat "$2"/ada/*/exercise.cu >>"$SAID" ;;
  export*) [ -e "$BROKEN" ] && exit 1; while [ "$1" != --out ]; do shift; done; echo done >"$2" ;;
esac
exit 0
END
chmod +x course/build/autograder/course/course
"""


class Classroom50(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.made = self.folder / "made"
        subprocess.run([COURSE, "classroom50", "1", "--out", self.made], check=True)
        self.autograder = self.made / "autograders" / LESSON

    def graded(self, *oddities, lesson_is_a_link_to=None, exercise_is_a_pipe=False):
        """How autograder.py ends for a repository that has brought a result of its own."""
        with zipfile.ZipFile(self.autograder / "course.zip", "w") as packed:
            packed.writestr("lesson", LESSON + "\n")
            packed.writestr("setup.sh", 'cd "${0%/*}"\n' + STAND_IN)
        repository = self.folder / "repository"
        (repository / LESSON).mkdir(parents=True)
        (repository / LESSON / "exercise.cu").write_text("what ada wrote\n")
        if lesson_is_a_link_to:
            (repository / LESSON).rename(repository / "away")
            (repository / LESSON).symlink_to(lesson_is_a_link_to)
        if exercise_is_a_pipe:
            (repository / LESSON / "exercise.cu").unlink()
            os.mkfifo(repository / LESSON / "exercise.cu")
        (repository / "result.json").write_text("forged\n")
        for oddity in oddities:
            (self.folder / oddity).touch()
        files = {name.upper(): str(self.folder / name) for name in
                 ("said", "strict", "full", "broken")}
        ended = subprocess.run([sys.executable, self.autograder / "autograder.py"], cwd=repository,
                               env={**os.environ, **NAMES, **files}, check=False,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
        self.said = (self.folder / "said").read_text()
        self.result = repository / "result.json"
        return ended.returncode

    def test_students_get_the_exercise_and_no_solution(self):
        template = self.made / "template"
        names = {str(file.relative_to(template)) for file in template.rglob("*") if file.is_file()}
        self.assertEqual(names, {"README.md", "given.h", *(
            f"{LESSON}/{name}" for name in ("exercise.cu", "exercise.h", "answers.toml"))})
        self.assertIn("TODO", (template / LESSON / "exercise.cu").read_text())

    def test_the_autograder_brings_the_course(self):
        with zipfile.ZipFile(self.autograder / "course.zip") as packed:
            names = packed.namelist()
        for name in ("setup.sh", "lesson", "course/course",
                     f"course/autograder/checks/{LESSON}/2_groups.cpp"):
            self.assertIn(name, names)
        self.assertNotIn(f"course/solutions/{LESSON}/exercise.cu", names)

    def test_a_folder_that_is_there_is_not_overwritten(self):
        again = subprocess.run([COURSE, "classroom50", "1", "--out", self.made], check=False,
                               stderr=subprocess.PIPE, text=True)
        self.assertEqual(again.returncode, 2)
        self.assertIn("is there already", again.stderr)

    def test_a_submission_becomes_a_result(self):
        self.assertEqual(self.graded(), 0)
        self.assertEqual(self.result.read_text(), "done\n")
        self.assertIn("what ada wrote", self.said)
        self.assertIn("--student ada --lesson " + LESSON, self.said)
        self.assertIn("--submission submit/1 --commit https://example.com/c", self.said)
        self.assertIn("--review https://example.com/c", self.said)
        self.assertNotIn("--no-sandbox", self.said)

    def test_where_no_sandbox_works_it_grades_without(self):
        self.assertEqual(self.graded("strict"), 0)
        self.assertIn("--no-sandbox", self.said)

    def test_after_any_other_failure_it_does_not(self):
        self.graded("full")
        self.assertNotIn("--no-sandbox", self.said)

    def test_a_link_as_the_lessons_folder_is_not_followed(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "exercise.cu").write_text("what somebody else wrote\n")
        self.graded(lesson_is_a_link_to=elsewhere)
        self.assertNotIn("somebody else", self.said)

    def test_a_pipe_keeps_nobody_waiting(self):
        self.graded(exercise_is_a_pipe=True)
        self.assertNotIn("what ada wrote", self.said)

    def test_our_own_fault_is_no_zero(self):
        self.assertNotEqual(self.graded("broken"), 0)
        self.assertFalse(self.result.exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
