"""The check of figures refuses what is stale, what has no source and what no text says any more,
with the file and the line, and reads figures as people write them. Works on a small tree of its own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

from sources import SourceError, Sources  # noqa: E402
from texts import agrees, figures, numbers  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]

RESULTS = """# 2026-01-01, NVIDIA H200, driver 1.2, CUDA toolkit 13.0
# benchmark,input,size,parameter,variant,median_ms,min_ms,runs,note
bezier,points,256,32,flat,0.00400,0.00300,9,differing=0
bezier,points,256,32,child,0.52000,0.50000,9,differing=0 children=256
bezier,points,1000,32,flat,0.00500,0.00400,9,differing=0
bezier,points,1000,32,child,0.80000,0.70000,9,differing=0 children=1000
bezier,points,1000,32,child,0.90000,0.70000,9,differing=0 children=1000
"""
FACTS = """# Facts
| a link of tails | 11.0 |
| NULL | 1 | 12.9 ms |
Copies run at 382 GB/s, and again at 400 GB/s.
"""
NAMED = """
"tail link" = "| a link of tails | # | in µs"
"in NULL" = "| NULL | … | # ms |"
"twice there" = "at # GB/s"
"forgotten program" = {value = "1.2 s", by = "docs/gone.py"}
"by a program" = {value = "1.2 s", by = "docs/h200-facts.md"}
"""
TABLE = """
[measured]
"0.52 ms" = "bezier 256 child"

[given]
"how long a kernel was told to take" = ["20 ms"]
"""
PAGE = "# Lesson\n\nOne child per line takes 0.52 ms, behind a kernel of 20 ms.\n"


class TreeTest(unittest.TestCase):
    """A tree of one lesson."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        (self.tree / "lessons/benchmarks").mkdir(parents=True)
        (self.tree / "lessons/benchmarks/report").symlink_to(TREE / "lessons/benchmarks/report")
        self.write("lessons/benchmarks/results/h200-bezier.csv", RESULTS)
        self.write("lessons/benchmarks/README.md", "# Benchmarks\n")
        self.write("docs/h200-facts.md", FACTS)
        self.write("docs/figures/named.toml", "")
        self.write("docs/figures/clock.csv", "program,microseconds,launches\nplain 6000,35969.8,9\n")
        self.write("docs/figures/01-sample.toml", TABLE)
        self.write("lessons/01-sample/README.md", PAGE)

    def write(self, path, text):
        (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
        (self.tree / path).write_text(text)

    def change(self, path, there, instead):
        text = (self.tree / path).read_text()
        self.assertIn(there, text)
        self.write(path, text.replace(there, instead))

    def check(self):
        run = subprocess.run([sys.executable, "-B", HERE / "check.py", "--tree", self.tree],
                             capture_output=True, text=True, check=False)
        return run.returncode, run.stdout + run.stderr

    def check_refused(self, *words):
        code, said = self.check()
        self.assertEqual(code, 1, said)
        for word in words:
            self.assertIn(word, said)
        self.assertNotIn("Traceback", said)


class CheckTest(TreeTest):
    def test_what_the_results_give_passes(self):
        self.assertEqual(self.check(), (0, ""))

    def test_a_new_measurement_makes_the_text_stale(self):
        self.change("lessons/benchmarks/results/h200-bezier.csv", "child,0.52000", "child,0.61000")
        self.check_refused("lessons/01-sample/README.md:3: ", "bezier 256 child gives 0.61 ms",
                           "docs/figures/01-sample.toml")

    def test_a_figure_without_a_source(self):
        self.change("lessons/01-sample/README.md", "20 ms.", "20 ms. A stream each takes 3.4 µs.")
        self.check_refused("lessons/01-sample/README.md:3: “3.4 µs” (3.4) has no source")

    def test_every_text_of_a_lesson_is_read(self):
        for path in ("lessons/01-sample/lesson.toml", "lessons/01-sample/questions.toml",
                     "solutions/01-sample/answers.toml", "slides/01-sample.md", "docs/glossary.md"):
            self.write(path, 'text = "It is 12 times faster."\n')
            self.check_refused(f"{path}:1: “12 times” (12) has no source")
            (self.tree / path).unlink()

    def test_every_value_of_a_chart_is_a_figure(self):
        self.write("slides/programs/01/bars.csv", "way,time\nflat,65\n")
        self.check_refused("slides/programs/01/bars.csv:2: “65” (65) has no source")

    def test_a_phrase_that_no_text_says(self):
        self.change("lessons/01-sample/README.md", ", behind a kernel of 20 ms", "")
        self.check_refused("docs/figures/01-sample.toml: no text says “20 ms” any more")

    def test_a_named_figure_that_no_table_takes(self):
        self.write("docs/figures/named.toml", NAMED + '"spare" = {value = "1 s", by = "docs"}\n')
        self.check_refused("docs/figures/named.toml: no table takes “spare”")

    def test_a_source_that_there_is_not(self):
        self.change("docs/figures/01-sample.toml", "256 child", "257 child")
        self.check_refused("lessons/01-sample/README.md:3: ", "no row of the results has all of")

    def test_a_phrase_with_a_number_too_many(self):
        self.change("docs/figures/01-sample.toml", '"0.52 ms"', '"0.52 ms, behind a kernel of 20 ms"')
        self.check_refused("has 2 numbers and 1 sources")

    def add_table(self, row):
        self.change("lessons/01-sample/README.md", "# Lesson\n",
                    f"# Lesson\n\n## What\n\n| way | 256 lines | over flat |\n|---|---|---|\n{row}\n")
        self.change("docs/figures/01-sample.toml", "[measured]", """
[[table]]
below = "What"
columns = {"256 lines" = "bezier 256 ROW", "over flat" = "bezier 256 ROW / bezier 256 flat"}
rows = {"one child per line" = "child"}

[measured]""")

    def test_a_table(self):
        self.add_table("| **one child per line** | 0.520 | 130× |")
        self.assertEqual(self.check(), (0, ""))

    def test_a_stale_cell_of_a_table(self):
        self.add_table("| one child per line | 0.520 | 140× |")
        self.check_refused("README.md:7: row “one child per line”, column “over flat”: 140 is not")

    def test_a_row_that_is_gone(self):
        self.add_table("| one child per circle | 0.520 | 130× |")
        self.check_refused("has no row “one child per line” below “What”")


class SourcesTest(TreeTest):
    def setUp(self):
        super().setUp()
        self.write("docs/figures/named.toml", NAMED)

    def value(self, source):
        return Sources(self.tree).value(source)

    def check_source_refused(self, source, words):
        with self.assertRaisesRegex(SourceError, words):
            self.value(source)

    def test_rows(self):
        self.assertAlmostEqual(self.value("bezier 256 child"), 0.52e-3)
        self.assertAlmostEqual(self.value("bezier size=256 flat"), 0.004e-3)
        self.assertAlmostEqual(self.value("bezier 1000 child"), 0.8e-3)
        self.assertAlmostEqual(self.value("repeated of bezier 1000 child"), 0.9e-3)
        self.assertAlmostEqual(self.value("fastest of bezier 256 flat"), 0.003e-3)
        self.assertEqual(self.value("children of bezier 256 child"), 256)

    def test_arithmetic(self):
        self.assertAlmostEqual(self.value("bezier 256 child / bezier 256 flat"), 130)
        self.assertAlmostEqual(self.value("1 - (2 + 4) / 3 * 2"), -3)
        self.assertAlmostEqual(self.value("max(bezier child / bezier flat)"), 160)
        self.assertAlmostEqual(self.value("min(bezier child / bezier flat)"), 130)
        self.assertAlmostEqual(self.value("max(min(bezier child, bezier flat)) / 1 µs"), 5)

    def test_named_figures(self):
        self.assertAlmostEqual(self.value("tail link"), 11e-6)
        self.assertAlmostEqual(self.value("in NULL"), 12.9e-3)
        self.assertAlmostEqual(self.value("by a program"), 1.2)
        self.assertAlmostEqual(self.value("clock plain 6000"), 35969.8e-6)

    def test_what_is_wrong_with_a_source(self):
        self.check_source_refused("bezier child", "2 rows fit")
        self.check_source_refused("bezier 256", "fits several variants: child, flat")
        self.check_source_refused("besier 256 child", "is no benchmark")
        self.check_source_refused("twice there", "says “at # GB/s” 2 times")
        self.check_source_refused("threads of bezier 256 flat", "remark nothing about threads")
        self.check_source_refused("forgotten program", "there is no docs/gone.py")
        self.check_source_refused("min(bezier flat", "bracket")


class TextsTest(unittest.TestCase):
    def found(self, text, kind=".md"):
        return [text[one.start:one.end] for one in figures(text, kind)]

    def test_figures(self):
        for text, wanted in (
                ("takes 12.9 ms, not 0.21 µs", ["12.9", "0.21"]),
                ("650 to **1,400 times** flat", ["650", "1,400"]),
                ("**0.27** / 2.98 ms", ["0.27", "2.98"]),
                ("18×, 43 % and 5 GB/s", ["18", "43", "5"]),
                ("eight percent, 388 gigabytes per second", ["388", "eight"]),
                ("the time falls to a 64th, at the 64th grid", ["64"]),
                ("three times as fast, three times in all", ["three"]),
                ("a factor of 300", ["300"]),
                ("and that 0.043", ["0.043"]),
                ("a block of 32 × 8 threads, 4096² pixels, 64 children", []),
                ("CUDA 13.0, chapter 13.7, §5.6.4, driver 580.159.04", []),
                ("`0.5 ms` is code", [])):
            self.assertEqual(sorted(self.found(text)), sorted(wanted), text)

    def test_code_is_no_text_but_the_words_of_a_chart_are(self):
        self.assertEqual(self.found('```chart alt="It takes 5 ms."\n7 ms\n```\n'), ["5"])

    def test_numbers_of_a_phrase_take_the_next_unit(self):
        self.assertEqual(numbers("0.27 against 0.45 milliseconds"),
                         [("0.27", "milliseconds"), ("0.45", "milliseconds")])
        self.assertEqual(numbers("0.337 ms instead of 59.5"), [("0.337", "ms"), ("59.5", "ms")])

    def test_rounding(self):
        self.assertTrue(agrees("60.7", "ms", 60.73e-3))
        self.assertFalse(agrees("60.7", "ms", 60.76e-3))
        self.assertTrue(agrees("1,400", "times", 1410))
        self.assertFalse(agrees("1,400", "times", 1451))
        self.assertFalse(agrees("20", "ms", 20.8e-3))
        self.assertTrue(agrees("64", "th", 1 / 63.8))
        self.assertTrue(agrees("300", "times", 325, rough=True))
        self.assertFalse(agrees("300", "times", 325))


if __name__ == "__main__":
    unittest.main()
