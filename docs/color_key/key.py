"""The color key (autograder/emulator/report/color_key.inc) for Python, and what can be computed of
colors: WCAG's contrast, and how far apart two of them are for people who see fewer colors."""

import math
import re
from pathlib import Path

COURSE = Path(__file__).resolve().parents[2]
KEY = COURSE / "autograder/emulator/report/color_key.inc"
GROUND = {"light": "#ffffff", "dark": "#0d1117"}

# What a dichromat sees of linear red, green and blue: Machado, Oliveira and Fernandes, 2009.
SEEN_WITH = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def read_key(text):
    """{name: {"light": …, "dark": …, "words": …}}, in the order of the legend."""
    rows = re.findall(r'^COLOR\((\w+), "(#[0-9a-f]{6})", "(#[0-9a-f]{6})", "([^"]+)"\)$', text, re.M)
    return {name: {"light": light, "dark": dark, "words": words} for name, light, dark, words in rows}


def linear(color):
    values = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def contrast(one, other):
    """WCAG's ratio, from 1 to 21."""
    luminances = [sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True))
                  for c in (one, other)]
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def oklab(rgb):
    """Where a color is in a space in which equal distances look equal (Ottosson, 2020)."""
    cones = times(((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
                   (0.0883024619, 0.2817188376, 0.6299787005)), rgb)
    return times(((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
                  (0.0259040371, 0.7827717662, -0.8086757660)), [c ** (1 / 3) for c in cones])


def distance(one, other, vision):
    """Of two colors for this vision: 0 for the same, 1 from black to white, 0.02 can just be seen."""
    seen = [[min(max(v, 0), 1) for v in times(SEEN_WITH[vision], linear(c))] for c in (one, other)]
    return math.dist(*map(oklab, seen))
