"""That .vscode is right: what its problem matchers look for is what the course prints.

editor_test.py CHECKOUT EMUCC. The page "Your first 30 minutes", which has another test, shows what
checks and runs print; what a compiler prints is tried here.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CHECKOUT, EMUCC = pathlib.Path(sys.argv[1]), sys.argv[2]


def read(name):
    return json.loads((CHECKOUT / ".vscode" / name).read_text())


def matchers():
    return {matcher["owner"]: matcher["pattern"]
            for task in read("tasks.json")["tasks"] for matcher in task["problemMatcher"]}


def found(pattern, text):
    """What the editor would mark: (file, line, message) for each line of the text that matches."""
    matches = [re.search(pattern["regexp"], line) for line in text.splitlines()]
    return [tuple(match[pattern[part]] for part in ("file", "line", "message")) for match in matches
            if match]


class Editor(unittest.TestCase):
    page = (CHECKOUT / "docs" / "first-30-minutes.md").read_text()

    def test_a_finding_of_a_check_is_marked(self):
        name, line, message = found(matchers()["course-findings"], self.page)[0]
        self.assertEqual((name, line), ("lessons/01-first-child-grid/exercise.cu", "25"))
        self.assertEqual(message, "failed")

    def test_an_open_todo_is_marked(self):
        name, _, message = found(matchers()["course-todos"], self.page)[0]
        self.assertEqual(name, "lessons/01-first-child-grid/exercise.cu")
        self.assertEqual(message, "TODO every-kth-thread")

    def test_a_finding_of_a_run_is_marked(self):
        marks = found(matchers()["course-run"], self.page)
        self.assertEqual([mark[:2] for mark in marks], [("sum.cu", "9"), ("sum.cu", "4")])
        self.assertIn("[unchecked-launch]", marks[0][2])

    def test_an_error_of_the_compiler_is_marked(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "broken.cu"
            source.write_text("__global__ void k() {\n  int x = y;\n}\n")
            ended = subprocess.run([EMUCC, "-c", "-o", f"{folder}/broken.o", source], text=True,
                                   stderr=subprocess.PIPE, check=False)
            self.assertIn((str(source), "2"),
                          [place[:2] for place in found(matchers()["course-compiler"], ended.stderr)])

    def test_what_is_launched_is_built_by_a_task(self):
        labels = [task["label"] for task in read("tasks.json")["tasks"]]
        for launch in read("launch.json")["configurations"]:
            self.assertIn(launch["preLaunchTask"], labels)
            script = re.search(r"workspaceFolder}/(\S+\.gdb)", json.dumps(launch))[1]
            self.assertTrue((CHECKOUT / script).is_file())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
