#!/usr/bin/env python3
"""Every format of `course export`, written for a class with the worst names and texts (made_class),
is what its schema in schemas/ wants, and tells nobody what is hidden.

    exports_test.py COURSE MADE_CLASS LESSONS

Exits with 77, which is "skipped", where a validator is missing; in CI (CI=true) that is a failure.
"""

import copy
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SCHEMAS = pathlib.Path(__file__).parent / "schemas"
COURSE, MADE_CLASS, LESSONS = sys.argv[1:4]
CLASSROOM50 = ["--classroom", "cdp", "--submission", "submit/{student}",
               "--commit", "https://example.com/{lesson}/c", "--release", "https://example.com/r"]
FORMATS = {"gradescope": "results.json", "classroom50": "result.json", "check50": "results.json",
           "prairielearn": "results.json"}
HIDDEN = ["424242", "WorksFor"]  # the message and the names of made_class's hidden checks


def cannot(why):
    print(why)
    sys.exit(1 if os.environ.get("CI") == "true" else 77)


try:
    import jsonschema
except ImportError:
    cannot("the exports cannot be validated: apt-get install python3-jsonschema")
if not shutil.which("xmllint"):
    cannot("JUnit's XML cannot be validated: apt-get install libxml2-utils")


def export(out, *words, status=0):
    done = subprocess.run([COURSE, "export", out, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == status, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done


def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name) / "out"
        subprocess.run([MADE_CLASS, LESSONS, cls.out, "40", "3"], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def files(self, format):
        words = CLASSROOM50 if format == "classroom50" else []
        export(self.out, "--format", format, *words)
        files = sorted((self.out / "exports" / format).glob("*/*/" + FORMATS[format]))
        self.assertGreater(len(files), 80)
        return files

    def test_each_file_is_valid_and_tells_nothing_hidden(self):
        for format in FORMATS:
            schema = validator(format)
            for file in self.files(format):
                with self.subTest(file=str(file)):
                    text = file.read_bytes().decode("utf-8", errors="strict")
                    schema.validate(json.loads(text))
                    for secret in HIDDEN:
                        self.assertNotIn(secret, text)
                    if format == "prairielearn":
                        self.assertLess(len(text.encode()), 1_000_000)

    def test_a_hidden_check_passes_or_fails_and_no_more(self):
        verdicts = {check["output"] for file in self.files("gradescope")
                    for check in json.loads(file.read_text())["tests"]
                    if check["tags"][0].startswith("own-check-")}
        self.assertEqual(verdicts, {"", "a check of the instructor's own, whose input is not shown"})

    def test_the_schemas_refuse_what_is_wrong(self):
        for format in FORMATS:
            schema = validator(format)
            graded = [json.loads(file.read_text()) for file in self.files(format)]
            good = next(one for one in graded if one.get("tests") or one.get("results"))
            for key in schema.schema["required"]:
                bad = copy.deepcopy(good)
                del bad[key]
                self.assertFalse(schema.is_valid(bad), f"{format} without {key}")
            bad = copy.deepcopy(good)
            bad["more"] = 1
            self.assertFalse(schema.is_valid(bad), f"{format} with a key too many")
            bad = copy.deepcopy(good)
            first = (bad.get("tests") or bad["results"])[0]
            first["test-name" if format == "classroom50" else "name"] = "\x1b[31mred"
            self.assertFalse(schema.is_valid(bad), f"{format} with a command to a terminal")

    def test_points_add_up(self):
        for file in self.files("gradescope"):
            result = json.loads(file.read_text())
            if "set by the instructor" in result["output"] or not result["tests"]:
                continue
            self.assertEqual(result["score"], sum(test["score"] for test in result["tests"]))

    def test_a_refused_archive_says_why(self):
        self.files("gradescope")
        place = self.out / "exports" / "gradescope" / "zip-slip"
        result = json.loads(next(place.glob("*/results.json")).read_text())
        self.assertIn('a name with ".."', result["output"])
        self.assertEqual(result["score"], 0)

    def test_no_name_leads_out_of_the_folder(self):
        files = self.files("check50")
        folders = {path.name for path in (self.out / "exports" / "check50").iterdir()}
        self.assertEqual(folders, {path.parent.parent.name for path in files})
        for folder in folders:  # one name in every case and normal form, and Windows takes it
            self.assertRegex(folder, r"\A[-_.~0-9a-z]*[-_~0-9a-z]\Z")

    def test_one_lesson_of_one_student_is_a_file(self):
        file = self.out / "ada.json"
        export(self.out, "--format", "gradescope", "--student", "ada", "--lesson", "2", "--out", file)
        validator("gradescope").validate(json.loads(file.read_text()))
        done = export(self.out, "--format", "gradescope", "--student", "nobody", status=1)
        self.assertIn("no score", done.stderr)

    def test_what_is_our_fault_is_left_out_and_said(self):
        done = export(self.out, "--format", "gradescope", "--student", '" onmouseover="alert(1)',
                      status=1)
        self.assertIn("the node was lost", done.stderr)
        self.assertNotIn("\x1b", done.stderr)

    def test_classroom50_asks_for_what_it_needs(self):
        done = export(self.out, "--format", "classroom50", status=2)
        self.assertIn("--commit", done.stderr)

    def test_junit_is_valid(self):
        export(self.out, "--format", "junit")
        file = self.out / "exports" / "junit.xml"
        done = subprocess.run(["xmllint", "--huge", "--noout", "--nonet", "--schema",
                               SCHEMAS / "junit.xsd", file], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        text = file.read_text()
        self.assertNotIn('name="forged"', text)
        for case in re.findall(r'name="own-check-.*', text):
            self.assertIn('time="0.000"', case)
            self.assertNotRegex(case, 'type="(?!failed")')
        for secret in HIDDEN:
            self.assertNotIn(secret, text)

    def test_no_cell_is_a_formula(self):
        for columns in ["plain", "moodle", "canvas"]:
            file = self.out / f"{columns}.csv"
            export(self.out, "--format", "csv", "--columns", columns, "--out", file)
            with open(file, newline="") as text:
                rows = list(csv.reader(text, strict=True))
            self.assertGreater(len(rows), 40)
            self.assertEqual({len(row) for row in rows}, {len(rows[0])})
            for cell in (cell for row in rows for cell in row):
                self.assertNotRegex(cell, r"^\s*[=+\-@]|[\x00-\x1f\x7f]")

    def test_canvas_takes_no_student_for_the_row_of_maxima(self):
        file = self.out / "for-canvas.csv"
        export(self.out, "--format", "csv", "--columns", "canvas", "--out", file)
        with open(file, newline="") as text:
            rows = list(csv.reader(text, strict=True))
        self.assertIn("Points Possible", [row[3] for row in rows], "made_class has such a student")
        maxima = [i for i, row in enumerate(rows) if re.search(r"points\s+possible", row[0], re.I)]
        self.assertEqual(maxima, [1])
        logins = {row[3] for row in rows}
        self.assertFalse(logins & {row[0] for row in rows[2:]}, "nobody's name is another's login")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
