"""The animated terminal: colors and line ends are read as a terminal reads them, what a picture
cannot show is refused, and the pictures in the tree are what any page can show.
"""

import pathlib
import re
import stat
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True

import ansi  # noqa: E402
import drawing  # noqa: E402
from animation import Animation  # noqa: E402
from loop import Loop  # noqa: E402
from session import Session  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[2]
LESSON = "01-first-child-grid"
PICTURES = sorted(HERE.parent.glob("first-exercise*.svg"))


class Ansi(unittest.TestCase):
    def test_colors_and_columns(self):
        self.assertEqual(ansi.rows("\033[1mlesson\033[0m:  \033[31mfailed\033[0m", 80),
                         [[ansi.Run(0, "lesson", "bold"), ansi.Run(6, ":"), ansi.Run(9, "failed", "red")]])

    def test_a_long_line_goes_on_in_the_next_row(self):
        self.assertEqual(ansi.rows("abc\033[2mdefg\033[0m", 5),
                         [[ansi.Run(0, "abc"), ansi.Run(3, "de", "dim")], [ansi.Run(0, "fg", "dim")]])

    def test_an_empty_line_is_a_row(self):
        self.assertEqual(ansi.rows("", 5), [[]])

    def test_what_a_picture_cannot_show_is_refused(self):
        for line in ("\033[2J", "\033]8;;file\033\\", "\033[35mmagenta"):
            with self.assertRaises(ansi.UnknownCode):
                ansi.rows(line, 80)


class Sessions(unittest.TestCase):
    def session(self, script):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        course = pathlib.Path(folder.name) / "course"
        course.write_text("#!/bin/sh\n" + script)
        course.chmod(course.stat().st_mode | stat.S_IXUSR)
        root = pathlib.Path(folder.name) / "root"
        root.mkdir()
        return Session(course, TREE, LESSON, root, 44)

    def test_the_program_has_a_terminal_of_this_width(self):
        session = self.session('test -t 1 && stty size && echo "$2 $3"\n')
        self.assertEqual(session.type("./course check 1", status=0), ["50 44", "check 1"])

    def test_the_time_that_a_check_took_is_left_out(self):
        session = self.session(r"printf '20 of 20 points\033[2m  1.7 s\033[0m\n'")
        self.assertEqual(session.type("./course check 1", status=0), ["20 of 20 points"])

    def test_a_command_that_ends_otherwise_is_refused(self):
        with self.assertRaisesRegex(RuntimeError, "ended with 3 instead of 1:\nwhat it said"):
            self.session("echo what it said; exit 3\n").type("./course check 1", status=1)

    def test_what_the_student_saves_is_checked(self):
        session = self.session(f'cat "$1/lessons/{LESSON}/exercise.cu"\n')
        session.save("a program\n")
        self.assertEqual(session.type("./course check 1", status=0), ["a program"])


class Drawing(unittest.TestCase):
    @staticmethod
    def luminance(color):
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))

    def test_all_text_has_the_contrast_that_WCAG_asks_for(self):
        for style, color in drawing.COLORS.items():
            for name, background in drawing.BACKGROUNDS.items():
                light, dark = self.luminance(color), self.luminance(background)
                self.assertGreaterEqual((light + 0.05) / (dark + 0.05), 4.5, f"{style} on {name}")

    def test_a_path_is_cut_between_names(self):
        self.assertEqual(drawing.cut_path("lessons/01-name/exercise.cu", 27), "lessons/01-name/exercise.cu")
        self.assertEqual(drawing.cut_path("lessons/01-name/exercise.cu", 26), "…/01-name/exercise.cu")
        self.assertEqual(drawing.cut_path("lessons/01-name/exercise.cu", 20), "…/exercise.cu")

    def test_all_styles_have_a_color(self):
        self.assertEqual(set(ansi.STYLES.values()) | {""}, set(drawing.COLORS))


def visible_words(element):
    """The texts that are seen where nothing moves."""
    if element.get("visibility") == "hidden":
        return
    if element.tag.endswith("}text"):
        yield element.text
    for part in element:
        yield from visible_words(part)


class Moving(unittest.TestCase):
    def test_the_still_picture_is_the_marked_moment(self):
        shown = Animation("a.cu", 40, 1, 3)
        shown.save([(1, "wrong")], stays=1)
        shown.type("./course check 1")
        shown.print(["the verdict"], stays=2, still=True)
        shown.edit([(1, "right")], stays=1)
        shown.print(["later"], stays=2, prompt=True)
        words = list(visible_words(ElementTree.fromstring(Loop(shown).svg("A title"))))
        self.assertEqual(words, ["a.cu", "1", "wrong", "saved", "Terminal", "$", "./course check 1",
                                 "the verdict"])


class Pictures(unittest.TestCase):
    def test_there_are_a_wide_and_a_narrow_one(self):
        self.assertEqual([picture.name for picture in PICTURES],
                         ["first-exercise-narrow.svg", "first-exercise.svg"])

    def test_each_can_be_shown_anywhere(self):
        for picture in PICTURES:
            text = picture.read_text()
            names = [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()]
            self.assertEqual(names[:3], ["svg", "title", "desc"])
            self.assertEqual(set(names) & {"script", "foreignObject", "image"}, set())
            self.assertNotRegex(text.replace("http://www.w3.org/2000/svg", ""), "https?:|url\\([^#]")
            self.assertIn("prefers-reduced-motion:reduce", text)
            self.assertLess(len(text), 150_000)

    def test_each_loop_has_at_most_30_seconds(self):
        for picture in PICTURES:
            loops = re.findall(r"animation:([\d.]+)s infinite", picture.read_text())
            self.assertTrue(loops)
            self.assertLessEqual(max(map(float, loops)), 30)


if __name__ == "__main__":
    unittest.main()
