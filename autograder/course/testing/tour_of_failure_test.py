#!/usr/bin/env python3
"""A tour of failure: what can happen to a student and to the course in use. Each stop ends in one
clear sentence, and nothing is lost.

    tour_of_failure_test.py COURSE_ELSEWHERE CHECKOUT PART

PART is one of the classes below. All of them run in a checkout of one lesson whose path has blanks and
letters of many alphabets, with the real compiler, emulator and checks.
"""

import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

COURSE, CHECKOUT, PART = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
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


class Exercises(Tour):
    """What an exercise may be or do."""

    def test_a_path_with_blanks_and_all_letters(self):
        self.check(self.solved, "passed 20 of 20 points", status=0)
        self.assertEqual(self.files(), GIVEN | OWN)
        self.assertRegex(self.progress.read_text(), rf"\n{LESSON}  .*  20 of 20 points  0 hints\n")
        picture = self.root / "läuft.svg"
        self.course("trace", "1", "-o", str(picture))
        self.assertIn("<svg", picture.read_text())

    def test_an_empty_file(self):
        self.check("", "exercise.cu has no function record_families: exercise.h declares it")

    def test_the_skeleton_unchanged(self):
        said = self.course("check", "1", status=1)
        self.assertRegex(said, rf"lessons/{LESSON}/exercise\.cu:\d+:\s+TODO one-child-per-thread")
        self.assertIn("0 of 20 points", said)

    def test_a_deleted_exercise(self):
        self.course()
        self.exercise.unlink()
        said = self.course("check", "1", status=1)
        self.assertIn(f"lessons/{LESSON}/exercise.cu: was gone, and is there again", said)
        self.assertEqual(self.exercise.read_text(), (self.lesson / "skeleton.cu").read_text())

    def test_a_folder_in_its_place(self):
        self.exercise.mkdir()
        said = self.course("check", "1", "--device", "emulator", status=1)
        self.assertIn(f"lessons/{LESSON}/exercise.cu: this is no file", said)

    def test_a_syntax_error(self):
        line = self.solved.count("\n") + 1
        self.check(self.solved + "int forgotten( {\n",
                   f"lessons/{LESSON}/exercise.cu:{line}:")

    def test_an_infinite_loop(self):
        self.check(inside("record_families", FOR_EVER), "timed out")

    def recursion(self, stream):
        """The solution, and a grid that always launches itself into this stream."""
        kernel = (f"__global__ void again() {{\n  again<<<1, 1, 0, {stream}>>>();\n"
                  "  if (cudaGetLastError() != cudaSuccess) __trap();\n}\n")
        text = inside("count_levels", "  again<<<1, 1>>>();\n"
                                      "  if (auto e = cudaDeviceSynchronize()) return e;\n")
        host = 'extern "C" int count_levels'
        return text.replace(host, kernel + host, 1)

    def test_an_infinite_recursion_of_grids_that_fills_the_pool(self):
        self.check(self.recursion("nullptr"), "2048 × again<<<1, 1>>> by again into the NULL stream")

    def test_an_infinite_recursion_of_grids_one_after_the_other(self):
        self.check(self.recursion("cudaStreamTailLaunch"),
                   "a recursion, or a chain of tails, that nothing ends?")

    def test_100_gb_on_the_host(self):
        self.check(inside("record_families", "  records[0] = (new char[100'000'000'000]())[1];\n"),
                   "out of memory")

    def test_100_gb_on_the_device(self):
        self.check(inside("record_families", "  void* all = nullptr;\n  if (auto e = cudaMalloc("
                          "&all, 100'000'000'000)) return e;\n"), "cudaErrorMemoryAllocation")

    def test_printing_without_end(self):
        said = self.check(inside("record_families", '  for (;;) std::puts("still here");\n')
                          .replace("#include", "#include <cstdio>\n#include", 1), "timed out")
        self.assertLess(len(said), 20_000)

    def test_damaged_answers(self):
        self.course()
        (self.lesson / "answers.toml").write_text('[[question]]\nid = "\n')
        said = self.course("quiz", "1", "--judge", status=2)
        self.assertRegex(said, rf"{LESSON}/answers.toml:2: ")


class Checkouts(Tour):
    """What may be wrong around the exercise."""

    def read_only(self, *words):
        for path in [self.root, *self.root.rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        try:
            return self.course(*words, status=2, before=writable_only_by_its_owner_s_leave())
        finally:
            for path in [self.root, *self.root.rglob("*")]:
                path.chmod(path.stat().st_mode | 0o200)

    def test_a_checkout_that_cannot_be_written_to(self):
        self.assertIn("exercise.cu: cannot be written: Permission denied", self.read_only())
        self.assertEqual(self.files(), GIVEN)

    def test_a_checkout_that_cannot_be_written_to_any_more(self):
        self.course()
        self.exercise.write_text(self.solved)
        self.assertIn("Permission denied", self.read_only("check", "1", "--device", "emulator"))
        self.assertEqual(self.exercise.read_text(), self.solved)
        self.assertIn("Permission denied", self.read_only("reset", "1"))
        self.assertEqual(self.exercise.read_text(), self.solved)

    def test_several_at_once_begin(self):
        for process in [self.start() for _ in range(4)]:
            said, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, said)
            self.assertIn("0 of 1 lessons solved", said)
            self.assertNotIn("was gone", said)
        self.assertEqual(self.files(), GIVEN | OWN)

    def test_two_at_once_check(self):
        self.exercise.write_text(self.solved)
        for process in [self.start("check", "1", "--device", "emulator") for _ in range(2)]:
            said, _ = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 0, said)
        self.assertEqual(len(self.progress.read_text().splitlines()), 2)

    def test_damaged_progress(self):
        self.course()
        self.progress.write_bytes(b"\xff\x00 nonsense\n" + f"{LESSON}  2026-01-02  20 of 20 points  3 "
                                  "hints\n".encode())
        said = self.course()
        self.assertIn("progress/progress.txt:1: this line says nothing that can be read", said)
        self.assertIn("passed 2026-01-02", said)
        self.assertIn(b"nonsense", (self.root / "progress/progress.txt.1.bak").read_bytes())
        self.assertEqual(self.course("solution", "1"), self.solved)


class Interrupts(Tour):
    """Ctrl-C at any moment: it ends at once, and so does all it has started."""

    def interrupt(self, delay, *words):
        process = self.start(*words)
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=5)
        if process.returncode == 130:
            self.assertIn("course: stopped; what you wrote is as you left it", said)
        self.assertEqual(self.left_of(process.pid), [])
        return process.returncode

    def left_of(self, session):
        """The processes of a session, when they have had ten seconds to end."""
        for _ in range(200):
            left = []
            for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
                try:
                    name, _, rest = stat.read_text(errors="replace").rpartition(")")
                except OSError:
                    continue
                state, _, _, its_session = rest.split()[:4]
                if int(its_session) == session and state != "Z":
                    left.append(name)
            if not left:
                return []
            time.sleep(0.05)
        return left

    def test_while_it_compiles_and_while_an_exercise_loops(self):
        text = inside("record_families", FOR_EVER)
        self.exercise.write_text(text)
        stopped = [self.interrupt(delay, "check", "1") for delay in (0.05, 0.3, 1, 2.5)]
        self.assertIn(130, stopped)
        self.assertEqual(self.exercise.read_text(), text)

    def test_while_the_student_s_files_are_made_and_reset(self):
        for step in range(12):
            mine = f"// version {step}\n"
            self.exercise.write_text(mine)
            self.interrupt(0.002 * step, "reset", "1")
            kept = [path.read_text() for path in self.lesson.glob("exercise.cu*")]
            self.assertIn(mine, kept)
            self.exercise.unlink()
            self.interrupt(0.002 * step)
            if self.exercise.exists():
                self.assertEqual(self.exercise.read_text(),
                                 (self.lesson / "skeleton.cu").read_text())
        self.course()

    def test_in_the_middle_of_a_quiz(self):
        self.course()
        keyboard, terminal = pty.openpty()
        quiz = subprocess.Popen([COURSE, self.root, "quiz", "1"], stdin=terminal, stdout=terminal,
                                stderr=terminal, start_new_session=True)
        os.close(terminal)
        os.write(keyboard, b"12\n")
        said = b""
        while b"Question 2" not in said:
            said += os.read(keyboard, 1000)
        os.killpg(quiz.pid, signal.SIGINT)
        self.assertEqual(quiz.wait(timeout=5), 130)
        os.close(keyboard)
        self.assertIn('answer = "12"', (self.lesson / "answers.toml").read_text())


class Updates(Tour):
    """The course changes while exercises are half done."""

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


class FullDisk(Tour):
    """Nothing can be written any more. Runs in a mount namespace of its own."""

    def make_checkout(self):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", self.root], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", self.root], check=True)
        super().make_checkout()

    def fill(self):
        with open(self.root / "ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(b"x" * 512)
            except OSError:
                pass

    def test_before_the_first_use(self):
        self.fill()
        said = self.course(status=2)
        self.assertIn(f"lessons/{LESSON}/exercise.cu: cannot be written: No space left", said)
        (self.root / "ballast").unlink()
        self.course()
        self.assertEqual(self.exercise.read_text(), (self.lesson / "skeleton.cu").read_text())

    def test_later(self):
        self.course()
        self.exercise.write_text(self.solved)
        self.fill()
        said = self.course("check", "1", "--device", "emulator", status=2)
        self.assertIn("No space left", said)
        said = self.course("reset", "1", status=2)
        self.assertIn("cannot be written: No space left", said)
        self.assertEqual(self.exercise.read_text(), self.solved)
        (self.root / "ballast").unlink()
        self.course("check", "1", "--device", "emulator")


def cannot(why):
    print(why)
    sys.exit(1 if os.environ.get("CI") == "true" else SKIPPED)


def in_a_namespace():
    """Runs this part anew where it may mount."""
    words = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    if subprocess.run([*words, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False).returncode != 0:
        cannot("a full disk cannot be made here: nothing may be mounted")
    environment = {**os.environ, "TOUR_IN_NAMESPACE": "1"}
    sys.exit(subprocess.run([*words, sys.executable, "-B", *sys.argv], env=environment,
                            check=False).returncode)


if __name__ == "__main__":
    if PART == "FullDisk" and "TOUR_IN_NAMESPACE" not in os.environ:
        in_a_namespace()
    if PART == "Updates" and not shutil.which("git"):
        cannot("nothing can be pulled without git: apt-get install git")
    unittest.main(argv=[sys.argv[0], PART, *sys.argv[4:]], verbosity=2)
