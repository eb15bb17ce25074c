"""The report refuses bad results with the file and the line, and sees tables and plots that are not
what the results give. Works on copies of the folder."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

from figures import three, times  # noqa: E402
from plot_kinds import apart  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FIRST_ROW = 3  # below the two lines of the header
MEDIAN, MIN, NOTE = 5, 6, 8  # cells of a row


class ReportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copy(HERE.parent / "README.md", self.folder)
        for part in ("results", "plots"):
            shutil.copytree(HERE.parent / part, self.folder / part)
        self.csv = self.folder / "results/h200-bezier.csv"

    def report(self, *options):
        run = subprocess.run([sys.executable, "-B", HERE, "--folder", self.folder, *options],
                             capture_output=True, text=True, check=False)
        if run.returncode == 77:  # nothing to draw with, as it has said
            self.skipTest(run.stdout + run.stderr)
        return run.returncode, run.stdout + run.stderr

    def change_line(self, number, change):
        lines = self.csv.read_text().splitlines()
        lines[number - 1] = change(lines[number - 1])
        self.csv.write_text("\n".join(lines) + "\n")

    def check_refused(self, place, words):
        code, said = self.report("--check")
        self.assertEqual(code, 1, said)
        self.assertIn(place, said)
        self.assertIn(words, said)
        self.assertNotIn("Traceback", said)

    def change_cell(self, number, change):
        def changed(line):
            cells = line.split(",")
            cells[number] = change(cells[number])
            return ",".join(cells)
        self.change_line(FIRST_ROW, changed)

    def check_cell_refused(self, number, change, words):
        self.change_cell(number, change)
        self.check_refused(f"{self.csv}:{FIRST_ROW}: ", words)

    def test_what_it_has_just_written_is_as_it_should_be(self):
        self.assertEqual(self.report("--check"), (0, ""))

    def test_a_changed_time_changes_the_table_and_the_plot(self):
        self.change_cell(MEDIAN, lambda median: f"{float(median) * 1.3:.5f}")
        self.check_refused("README.md is not what the results give", "lessons/benchmarks/report")
        self.check_refused("plots/bezier.svg is not", "Write it again")
        self.report()
        self.assertEqual(self.report("--check"), (0, ""))

    def test_a_table_changed_by_hand_is_seen(self):
        readme = self.folder / "README.md"
        text = readme.read_text()
        self.assertIn("\n| flat_warps | 0.", text)
        readme.write_text(text.replace("\n| flat_warps | 0.", "\n| flat_warps | 1."))
        self.check_refused("README.md", "is not what the results give")

    def test_a_plot_that_is_missing_is_seen(self):
        (self.folder / "plots/quadtree.svg").unlink()
        self.check_refused("plots/quadtree.svg", "is not what the results give")

    def test_a_plot_without_results_is_seen(self):
        self.csv.unlink()
        self.check_refused("plots/bezier.svg", "is not what the results give")

    def test_results_without_a_place_on_the_page_are_seen(self):
        readme = self.folder / "README.md"
        readme.write_text(readme.read_text().replace("<!-- report: bezier -->\n", ""))
        self.check_refused("README.md has no place for “bezier”", "put the lines")

    def test_a_place_for_an_unknown_table_is_seen(self):
        readme = self.folder / "README.md"
        readme.write_text(readme.read_text().replace("report: bezier", "report: besier"))
        self.check_refused("README.md", "besier")

    def test_results_that_are_missing_leave_a_sentence(self):
        self.csv.unlink()
        self.assertEqual(self.report()[0], 0)
        self.assertIn("./run.sh bezier", (self.folder / "README.md").read_text())
        self.assertFalse((self.folder / "plots/bezier.svg").exists())

    def test_another_card_has_files_of_its_own(self):
        self.csv.rename(self.folder / "results/a100-bezier.csv")
        code, said = self.report("--card", "a100")
        self.assertEqual(code, 0, said)
        self.assertIn("| flat_warps |", (self.folder / "results/a100-report.md").read_text())
        self.assertTrue((self.folder / "plots/a100-bezier.svg").exists())

    def test_a_card_without_results(self):
        code, said = self.report("--card", "a100")
        self.assertEqual(code, 1, said)
        self.assertIn("results/a100-*.csv", said)

    def test_a_row_with_a_cell_too_few(self):
        self.change_line(FIRST_ROW, lambda line: line.rpartition(",")[0])
        self.check_refused(f"{self.csv}:{FIRST_ROW}: ", "is no row of benchmark")

    def test_a_time_that_is_no_number(self):
        self.check_cell_refused(MEDIAN, lambda _: "fast", "is no row of")

    def test_a_time_that_is_not_positive(self):
        for wrong in ("0.0", "-1", "nan", "inf"):
            self.check_cell_refused(MEDIAN, lambda _, text=wrong: text, "positive times")

    def test_a_minimum_above_the_median(self):
        self.check_cell_refused(MIN, lambda _: "9.9", "slower than the median")

    def test_a_wrong_answer(self):
        self.check_cell_refused(NOTE, lambda _: "differing=3", "a fast wrong answer is no answer")

    def test_an_answer_that_was_not_compared(self):
        self.check_cell_refused(NOTE, lambda _: "", "so it is unknown whether it was right")

    def test_launches_that_failed(self):
        self.change_line(FIRST_ROW, lambda _: "# 17 launches failed")
        self.check_refused(f"{self.csv}:{FIRST_ROW}: ", "larger pool")

    def test_a_remark_that_no_benchmark_makes(self):
        self.change_line(FIRST_ROW, lambda _: "# to be measured again")
        self.check_refused(f"{self.csv}:{FIRST_ROW}: ", "neither the names of the columns")

    def test_rows_without_card_and_date(self):
        self.change_line(1, lambda _: "# benchmark,input,size,parameter,variant,median_ms,min_ms,"
                         "runs,note")
        self.check_refused(f"{self.csv}:{FIRST_ROW}: ", "DATE, CARD, driver VERSION")

    def test_two_cards_in_one_file(self):
        text = self.csv.read_text()
        self.csv.write_text(text + text.splitlines()[0].replace("H200", "A100") + "\n")
        self.check_refused(f"{self.csv}:{len(text.splitlines()) + 1}: ", "one file holds one run")

    def test_a_row_that_a_table_needs(self):
        lines = self.csv.read_text().splitlines(keepends=True)
        self.csv.write_text("".join(line for line in lines if "65536,32,flat," not in line))
        self.check_refused(str(self.csv), "no row with size 65536, variant flat")

    def test_an_empty_file(self):
        self.csv.write_text("")
        self.check_refused(str(self.csv), "no rows")


class PlotTest(unittest.TestCase):
    def test_names_are_moved_apart_and_keep_their_order(self):
        self.assertEqual(apart([100, 50, 101], 16), [92.5, 50, 108.5])
        moved = apart([10, 10, 20, 90], 16)
        for place, wanted in zip(moved, [-2 - 2 / 3, 13 + 1 / 3, 29 + 1 / 3, 90], strict=True):
            self.assertAlmostEqual(place, wanted)


class FiguresTest(unittest.TestCase):
    def test_three_digits(self):
        self.assertEqual([three(x) for x in (0.03267, 0.9996, 78.12, 511.9, 1344.2)],
                         ["0.0327", "1.00", "78.1", "512", "1,344"])

    def test_factors(self):
        self.assertEqual([times(x) for x in (0.0352, 0.996, 1.94, 9.96, 12.4, 1344.2)],
                         ["0.035×", "1.0×", "1.9×", "10×", "12×", "1,344×"])


if __name__ == "__main__":
    unittest.main()
