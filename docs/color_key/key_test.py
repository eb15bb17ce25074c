#!/usr/bin/env python3
"""All pictures, diagrams, slides and pages use the one color key, and everyone can tell its colors
apart."""

import itertools
import re
import unittest

import legend
from key import COURSE, GROUND, KEY, SEEN_WITH, contrast, distance, read_key

COLORS = read_key(KEY.read_text())
TEXT, LINE = 4.5, 3  # WCAG's contrast of text, and of what is no text
ONLY_LINES = {"device"}
APART = 0.1  # five times what can just be seen
STYLES = ["slides/web/deck/theme/*.css", "docs/site/*.css"]
DRAWERS = ["autograder/emulator/report/**/*.h", "autograder/emulator/report/**/*.cpp", "slides/web/**/*.mjs",
           "docs/pictures/*.cpp", "docs/pictures/*.cu", "docs/site/*.py", "docs/site/*.js"]
PICTURES = ["docs/pictures/*.svg", "lessons/benchmarks/plots/*.svg"]
# Words of our style sheets and of C++ that mean a thing of the key.
MEANINGS = re.compile(r"(?:--|\bk)(?:key-)?(host|parent|null|child|named|per_thread|fire_and_forget|tail|device|bad|"
                      r"Alarm|Tail|Null|Named|Child|Parent)\b(?!-panel)[^;\n]{0,12}?[:=] *\"?(#[0-9a-fA-F]{3,6})")


def files(patterns):
    found = (path for pattern in patterns for path in sorted(COURSE.glob(pattern)))
    return [path for path in found if "node_modules" not in path.parts]


def name_of(path):
    return str(path.relative_to(COURSE))


def colors_in(text):
    return {color.lower() for color in re.findall(r"#[0-9a-fA-F]{6}\b", text)}


def too_close(colors, theme):
    """Pairs that someone cannot tell apart: (name, name, vision)."""
    return [(one, other, vision) for one, other in itertools.combinations(colors, 2) for vision in SEEN_WITH
            if distance(colors[one][theme], colors[other][theme], vision) < APART]


def too_pale(colors, theme):
    return [name for name, color in colors.items()
            if contrast(color[theme], GROUND[theme]) < (LINE if name in ONLY_LINES else TEXT)]


def own_colors(text):
    """What a file says of its own on colors that the key states: the color of a thing, or one of the key's."""
    return sorted({f"{what}: {color}" for what, color in MEANINGS.findall(text)}
                  | {f"{color} is the key's" for color in colors_in(text) & keys_colors()})


def keys_colors():
    return {color[theme] for color in COLORS.values() for theme in GROUND}


def darkened(svg):
    """A picture's pairs of a light color and the dark one that its style sheet has instead."""
    return dict(re.findall(r'\[fill="(#\w{6})"\]\{fill:(#\w{6})\}', svg))


class TheKey(unittest.TestCase):
    def test_says_all_that_pictures_show(self):
        wanted = {"host", "null", "named", "per_thread", "fire_and_forget", "tail", "device", "bad"}
        self.assertEqual(set(COLORS), wanted)
        self.assertEqual(len(re.findall("^COLOR", KEY.read_text(), re.M)), len(wanted))

    def test_can_be_read(self):
        for theme in GROUND:
            self.assertEqual(too_pale(COLORS, theme), [], theme)

    def test_can_be_told_apart_by_everyone(self):
        for theme in GROUND:
            self.assertEqual(too_close(COLORS, theme), [], theme)

    def test_bad_keys_are_found(self):
        key = {"tail": {"light": "#44f513"}, "bad": {"light": "#d62728"}, "null": {"light": "#2e7d32"}}
        self.assertEqual(too_pale(key, "light"), ["tail"])
        self.assertIn(("bad", "null", "deuteranopia"), too_close(key, "light"))
        blues = {"host": {"light": "#1f4fd0"}, "null": {"light": "#1f55d6"}}
        self.assertIn(("host", "null", "all cones"), too_close(blues, "light"))


class TheCourse(unittest.TestCase):
    def test_states_no_other_color_for_a_thing_of_the_key(self):
        for path in [*files(STYLES), *files(DRAWERS)]:
            with self.subTest(name_of(path)):
                self.assertEqual(own_colors(path.read_text()), [])

    def test_an_own_color_is_found(self):
        self.assertEqual(own_colors("--bad: #a8231b;"), ["bad: #a8231b"])
        self.assertEqual(own_colors('kAlarm = "#b3261e"'), ["Alarm: #b3261e"])
        self.assertEqual(own_colors(f'fill="{COLORS["tail"]["light"]}"'), [f"{COLORS['tail']['light']} is the key's"])
        self.assertEqual(own_colors("--bad: var(--key-bad); --panel: #f4f6fa"), [])

    def test_diagrams_have_a_rule_for_each_color(self):
        css = (COURSE / "slides/web/deck/theme/diagram.css").read_text()
        for name in COLORS:
            self.assertIn(f".diagram .key-{name} {{ --key: var(--key-{name}); }}", css)

    def test_timelines_have_the_colors_of_the_key(self):
        timelines = [path for path in files(["docs/pictures/*.svg"]) if "virtual time" in path.read_text()]
        self.assertGreater(len(timelines), 20)
        for path in timelines:
            with self.subTest(name_of(path)):
                svg = path.read_text()
                markers = dict(re.findall(r'<marker id="arrow-(\w+)".*?fill="(#\w{6})"', svg))
                self.assertEqual(markers, {name: COLORS[name]["light"] for name in markers})
                pairs = darkened(svg)
                for name in markers:
                    self.assertEqual(pairs.get(COLORS[name]["light"]), COLORS[name]["dark"], name)

    def test_pictures_that_are_no_timelines_have_other_colors(self):
        for path in files(PICTURES):
            svg = path.read_text()
            if "virtual time" in svg or path == legend.PICTURE:
                continue
            with self.subTest(name_of(path)):
                self.assertEqual(colors_in(svg) & keys_colors(), set())

    def test_charts_have_other_colors(self):
        css = (COURSE / "slides/web/deck/theme/colors.css").read_text()
        series = set(re.findall(r"--series-\d: (#\w{6})", css))
        self.assertEqual(len(series), 8)
        self.assertEqual(series & keys_colors(), set())

    def test_the_legend_is_what_the_key_says(self):
        again = "python3 -B docs/color_key/legend.py draws it again"
        self.assertEqual(legend.PICTURE.read_text(), legend.legend(COLORS), again)
        glossary = (COURSE / "docs/glossary.md").read_text()
        self.assertIn("(pictures/color-key.svg)", glossary)


if __name__ == "__main__":
    unittest.main()
