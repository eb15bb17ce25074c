#!/usr/bin/env python3
"""The course changes while exercises are half done."""

import os
import shutil
import subprocess

from tour import CHECKOUT, LESSON, Tour, cannot, main, with_region


class Updates(Tour):
    def git(self, folder, *words):
        identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
        done = subprocess.run(["git", *identity, "-C", folder, *words], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def make_checkout(self):
        """The course as its authors have it, and the student's clone of it."""
        checkout, self.root = self.root, self.root / "upstream"
        self.root.mkdir()
        super().make_checkout()
        self.git(self.root, "init", "-q", "-b", "main")
        self.git(self.root, "add", "-A")
        self.git(self.root, "commit", "-q", "-m", "The course")
        self.upstream, self.root = self.root, checkout / "clone"
        self.git(checkout, "clone", "-q", self.upstream, self.root)
        self.lesson = self.root / "lessons" / LESSON
        self.exercise = self.lesson / "exercise.cu"
        self.progress = self.root / "progress/progress.txt"

    def change_course(self, name, old, new):
        file = self.upstream / "lessons" / LESSON / name
        text = file.read_text()
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1))
        self.git(self.upstream, "commit", "-q", "-a", "-m", "Say it better")

    def half_done(self):
        """Writes the solution's first region, and one answer."""
        self.course()
        region = self.solved.partition("// begin: one-child-per-thread\n")[2]
        code = region.partition("  // end: one-child-per-thread\n")[0]
        self.exercise.write_text(
            with_region(self.exercise.read_text(), "one-child-per-thread", code))
        answers = self.lesson / "answers.toml"
        answers.write_text(answers.read_text().replace('answer = ""', 'answer = "12"', 1))
        return code

    def test_a_pull_never_conflicts_and_work_is_brought_over(self):
        code = self.half_done()
        before = self.exercise.read_text()
        self.change_course("skeleton.cu", "// Lesson 01", "// Lesson 1")
        self.change_course("skeleton.cu", "TODO(down-to-a-level): let", "TODO(down-to-a-level): Let")
        self.change_course("questions.toml", "How many child grids run?", "How many children?")
        self.git(self.root, "pull", "-q")
        self.assertEqual(self.git(self.root, "status", "--porcelain"), "")
        self.assertEqual(self.exercise.read_text(), before)
        said = self.course("check", "1", "--device", "emulator", status=1)
        self.assertIn("./course update 01 brings your work over", said)
        self.course("update")
        text = self.exercise.read_text()
        self.assertEqual(text, with_region((self.lesson / "skeleton.cu").read_text(),
                                           "one-child-per-thread", code))
        self.assertEqual((self.lesson / "exercise.cu.1.bak").read_text(), before)
        said = self.course("check", "1", "--device", "emulator", status=1)
        self.assertNotIn("update", said)
        self.assertIn("passed The children of all parent threads", said)

    def test_two_updates_at_once(self):
        self.half_done()
        self.change_course("skeleton.cu", "// Lesson 01", "// Lesson 1")
        self.git(self.root, "pull", "-q")
        for process in [self.start("update") for _ in range(2)]:
            said, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, said)
        self.assertEqual(len(list(self.lesson.glob("exercise.cu.*"))), 1)

    def test_an_untouched_exercise_is_simply_the_new_one(self):
        self.course()
        self.change_course("skeleton.cu", "// Lesson 01", "// Lesson 1")
        self.git(self.root, "pull", "-q")
        self.assertNotIn("update", self.course())
        self.assertEqual(self.exercise.read_text(), (self.lesson / "skeleton.cu").read_text())

    def test_from_the_days_when_git_tracked_the_student_s_files(self):
        """As lessons/README.md says."""
        folder = f"lessons/{LESSON}/"
        for old, new in (("skeleton.cu", "exercise.cu"), ("questions.toml", "answers.toml")):
            self.git(self.upstream, "mv", folder + old, folder + new)
        self.git(self.upstream, "rm", "-q", ".gitignore")
        self.git(self.upstream, "commit", "-q", "-m", "The course as it was")
        self.git(self.root, "pull", "-q")
        self.exercise.write_text(self.solved)
        self.git(self.upstream, "revert", "--no-edit", "HEAD")
        lines = (CHECKOUT / "lessons/README.md").read_text().partition("git still tracks your exercises, run these commands:")[2]
        commands = lines.split("```")[1]
        done = subprocess.run(["bash", "-ec", commands], cwd=self.root, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "a@b",
                                   "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "a@b"})
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(self.git(self.root, "status", "--porcelain"), "")
        self.assertEqual(self.exercise.read_text(), self.solved)
        self.assertIn("1 of 1 lessons solved", self.course())

    def test_the_same_line_changed_by_both(self):
        self.course()
        mine = self.exercise.read_text().replace("// Lesson 01", "// My lesson 01")
        self.exercise.write_text(mine)
        self.change_course("skeleton.cu", "// Lesson 01", "// Lesson 1")
        self.git(self.root, "pull", "-q")
        said = self.course("update", status=1)
        self.assertIn("you and the course have changed the same place, so it is as you left it", said)
        self.assertEqual(self.exercise.read_text(), mine)
        self.course("update", "1", "--settled")
        self.assertEqual(self.course("update"), "Nothing is to be brought over.\n")


if __name__ == "__main__":
    if not shutil.which("git"):
        cannot("nothing can be pulled without git: apt-get install git")
    main()
