"""The table and the comparison of speed.py, on figures that nothing has measured."""

import pathlib
import sys
import tomllib
import unittest

sys.dont_write_bytecode = True

from table import GOAL, growth, medians, misses, table, with_lessons_in_short  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
GOALS = {"check of 01, warm": {"wall": 0.8, "cpu": 1}, "check of NN, warm": {"wall": 2.5},
         "grade": {"rate": 120}}
ROWS = {"check of 01, warm": {"wall": 0.7, "cpu": 1.2}, "check of 02, warm": {"wall": 1, "cpu": 1},
        "check of 03, warm": {"wall": 2, "cpu": 2}, "check of 04, warm": {"wall": 3, "cpu": 3}}


def row(lines, name):
    """The cells of a row after its name; None without one."""
    found = [line for line in lines if line.startswith(f"| {name} |")]
    return [cell.strip() for cell in found[0].split("|")[2:-1]] if found else None


class TableTest(unittest.TestCase):
    def test_medians_are_of_the_rounds_that_have_a_row(self):
        rounds = [{"a": {"cpu": 3}}, {"a": {"cpu": 1}, "b": {"wall": 5}}, {"a": {"cpu": 2}}]
        self.assertEqual(medians(rounds), {"a": {"cpu": 2}, "b": {"wall": 5}})

    def test_figures_stand_beside_goals(self):
        self.assertEqual(row(table(ROWS, GOALS), "check of 01, warm"),
                         ["0.70 s, 1.20 s CPU", "≤ 0.8 s, ≤ 1 s CPU", "missed"])
        self.assertEqual(row(table(ROWS, GOALS), "check of 03, warm"),
                         ["2.00 s, 2.00 s CPU", "≤ 2.5 s", ""])

    def test_a_rate_misses_its_goal_when_it_is_low(self):
        self.assertTrue(misses({"rate": 119}, GOALS["grade"]))
        self.assertFalse(misses({"rate": 121}, GOALS["grade"]))

    def test_lessons_have_a_slowest_and_a_median(self):
        lines = table(with_lessons_in_short(ROWS), GOALS, each=False)
        self.assertEqual(row(lines, "slowest check of another lesson, warm")[0],
                         "3.00 s, 3.00 s CPU, lesson 04")
        self.assertEqual(row(lines, "median check of the other lessons, warm")[0],
                         "2.00 s, 2.00 s CPU")

    def test_without_each_only_lessons_with_a_mark_have_a_row(self):
        lines = table(ROWS, GOALS, {"check of 03, warm": {"cpu": 1}}, each=False)
        self.assertIsNone(row(lines, "check of 02, warm"))
        self.assertEqual(row(lines, "check of 03, warm")[2:], ["", "+100 %", "grew"])
        self.assertEqual(row(lines, "check of 04, warm")[2:], ["missed", "", ""])

    def test_more_than_a_tenth_is_growth(self):
        before = {"check of 02, warm": {"cpu": 1 / 1.09}, "check of 03, warm": {"cpu": 2 / 1.11}}
        lines = table(ROWS, GOALS, before)
        self.assertEqual(row(lines, "check of 02, warm")[3:], ["+9 %", ""])
        self.assertEqual(row(lines, "check of 03, warm")[3:], ["+11 %", "grew"])

    def test_instructions_are_compared_rather_than_seconds(self):
        self.assertEqual(growth({"cpu": 9, "instructions": 10}, {"cpu": 1, "instructions": 20}), 0.5)
        self.assertIsNone(growth({"cpu": 9}, {"instructions": 20}))
        self.assertIsNone(growth({"wall": 9}, {"wall": 1}))

    def test_goals_are_of_kinds_that_the_table_knows(self):
        for name, goal in tomllib.loads((HERE / "goals.toml").read_text()).items():
            self.assertLessEqual(set(goal), set(GOAL), name)


if __name__ == "__main__":
    unittest.main()
