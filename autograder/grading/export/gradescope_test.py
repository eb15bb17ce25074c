#!/usr/bin/env python3
"""The zip that `course gradescope` makes, used as Gradescope uses it: unpacked into
/autograder/source of a root folder with nothing of this checkout in it, set up by setup.sh, then
run_autograder for one submission after the other.

    gradescope_test.py COURSE CHECKOUT

The root folder is bubblewrap's, with this machine's /usr, package database and a few files of /etc,
and without network: so setup.sh finds all packages there and has none to install. Everything else,
the build included, is done as it is there. That takes minutes: ./course test --long.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

COURSE, CHECKOUT = sys.argv[1], pathlib.Path(sys.argv[2])
LESSON = "01-first-child-grid"
SOLUTION = pathlib.Path(COURSE).resolve().parents[2] / "solutions" / LESSON / "exercise.cu"
SCHEMA = pathlib.Path(__file__).parent / "schemas" / "gradescope.schema.json"
ETC = ["alternatives", "ld.so.cache", "passwd", "group", "os-release"]
METADATA = {"id": 7, "created_at": "2026-03-01T14:22:32.365935-07:00",
            "users": [{"email": "ada@example.com", "id": 1, "name": "Ada \"<script>\" L."}]}


def cannot(why):
    print(why)
    sys.exit(1 if os.environ.get("CI") == "true" else 77)


try:
    import jsonschema
except ImportError:
    cannot("results.json cannot be validated: apt-get install python3-jsonschema")
if not shutil.which("bwrap"):
    cannot("there is no clean root folder to try it in: apt-get install bubblewrap")


class Gradescope(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.autograder = pathlib.Path(cls.folder.name) / "autograder"
        source = cls.autograder / "source"
        archive = pathlib.Path(cls.folder.name) / "autograder.zip"
        subprocess.run([COURSE, "gradescope", "1", "--out", archive], check=True)
        with zipfile.ZipFile(archive) as packed:
            cls.names = packed.namelist()
            packed.extractall(source)  # without the files' modes: nobody promises to keep them
        shutil.copy(source / "run_autograder", cls.autograder)
        for script in [source / "setup.sh", cls.autograder / "run_autograder"]:
            script.chmod(0o755)
        (cls.autograder / "submission_metadata.json").write_text(json.dumps(METADATA))
        done = cls.inside("source/setup.sh")
        log = source / "course" / "build" / "log"
        assert done.returncode == 0, (done.stdout + done.stderr +
                                      (log.read_text()[-4000:] if log.exists() else ""))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def inside(cls, script):
        words = ["bwrap", "--perms", "0755", "--dir", "/etc", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts",
                 "--die-with-parent", "--clearenv", "--setenv", "PATH", "/usr/bin:/usr/sbin",
                 "--setenv", "HOME", "/root", "--ro-bind", "/usr", "/usr",
                 "--ro-bind", "/var/lib/dpkg", "/var/lib/dpkg", "--proc", "/proc", "--dev", "/dev",
                 "--tmpfs", "/tmp", "--bind", cls.autograder, "/autograder",
                 "--chdir", "/autograder"]
        for folder in ["bin", "sbin", "lib", "lib64"]:
            words += ["--symlink", f"usr/{folder}", f"/{folder}"]
        for name in ETC:
            if os.path.exists(f"/etc/{name}"):
                words += ["--ro-bind", f"/etc/{name}", f"/etc/{name}"]
        return subprocess.run(words + [f"/autograder/{script}"], capture_output=True, text=True)

    def graded(self, *files):
        """The results of a submission that has (place, file or text)."""
        for name in ["submission", "results"]:
            shutil.rmtree(self.autograder / name, ignore_errors=True)
            (self.autograder / name).mkdir()
        for place, what in files:
            to = self.autograder / "submission" / place
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(what.read_bytes() if isinstance(what, pathlib.Path) else what.encode())
        return self.results()

    def results(self):
        done = self.inside("run_autograder")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        results = json.loads((self.autograder / "results" / "results.json").read_text())
        jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(results)
        return results

    def test_the_scripts_are_at_the_root_and_no_solution_is_in_it(self):
        self.assertIn("setup.sh", self.names)
        self.assertIn("run_autograder", self.names)
        for name in self.names:
            self.assertNotRegex(name, r"(^|/)\.|hostile|mistakes|\.\.")
            self.assertFalse(name.startswith("course/solutions") and
                             not name.endswith("/answers.toml"), name)
        checks = [name for name in self.names if name.startswith("course/autograder/checks/0")]
        self.assertEqual({pathlib.Path(name).parts[3] for name in checks}, {LESSON})

    def test_a_solution_has_all_points(self):
        results = self.graded(("exercise.cu", SOLUTION))
        self.assertGreater(results["score"], 0)
        self.assertEqual(results["score"], sum(test["max_score"] for test in results["tests"]))

    def test_an_exercise_may_lie_in_folders(self):
        results = self.graded(
            ("my work/" + LESSON + "/exercise.cu", SOLUTION),
            ("my work/Makefile", "all:\n\ttouch /autograder/pwned\n"))
        self.assertEqual({test["status"] for test in results["tests"]}, {"passed"})
        self.assertFalse((self.autograder / "pwned").exists())

    def test_of_several_lessons_the_one_of_the_autograder_counts(self):
        others = [(f"{other}/exercise.cu", "// of another lesson\n")
                  for other in ("00-before", "02-loops-to-grids")]
        results = self.graded(
            *others, (f"{LESSON}/exercise.cu", SOLUTION))
        self.assertEqual({test["status"] for test in results["tests"]}, {"passed"})

    def test_several_exercises_none_of_them_in_the_lessons_folder_are_refused(self):
        results = self.graded(("a/exercise.cu", "one\n"), ("b/exercise.cu", "two\n"))
        self.assertEqual(results["score"], 0)
        self.assertIn("found a/exercise.cu and b/exercise.cu, expected", results["output"])

    def test_a_line_end_in_a_name_leads_to_no_other_file(self):
        key = f"autograder/source/course/solutions/{LESSON}/answers.toml"
        results = self.graded(
            ("exercise.cu", SOLUTION),
            (f"x\n0\t/{key}", ""), ("y/answers.toml", "of another folder"))
        self.assertEqual({test["status"] for test in results["tests"]}, {"passed"})

    def test_a_skeleton_fails_and_hears_why(self):
        results = self.graded(("exercise.cu", CHECKOUT / "lessons" / LESSON / "skeleton.cu"))
        self.assertEqual(results["score"], 0)
        self.assertIn("it should be", " ".join(test["output"] for test in results["tests"]))

    def test_what_does_not_compile_hears_the_compiler(self):
        results = self.graded(("exercise.cu", "this is no CUDA\n"))
        self.assertEqual(results["score"], 0)
        self.assertIn("error", results["output"])

    def test_nothing_handed_in_is_said(self):
        results = self.graded(("notes.txt", "hello"))
        self.assertEqual(results["score"], 0)
        self.assertIn("there is no exercise.cu", results["output"])

    def test_a_link_is_refused(self):
        self.graded(("notes.txt", "hello"))
        (self.autograder / "submission" / "exercise.cu").symlink_to("/etc/passwd")
        self.assertIn("is a symbolic link", self.results()["output"])

    def test_our_own_fault_is_no_zero(self):
        program = self.autograder / "source" / "course" / "build" / "autograder" / "checks" / LESSON
        away = program.with_name("away")
        program.rename(away)
        program.write_text("#!/bin/sh\nexit 3\n")
        program.chmod(0o755)
        try:
            shutil.rmtree(self.autograder / "results", ignore_errors=True)
            solution = SOLUTION
            (self.autograder / "submission").mkdir(exist_ok=True)
            shutil.copy(solution, self.autograder / "submission" / "exercise.cu")
            self.assertNotEqual(self.inside("run_autograder").returncode, 0)
            self.assertFalse((self.autograder / "results" / "results.json").exists())
        finally:
            away.rename(program)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
