#!/usr/bin/env python3
"""Draws the color key as a legend, docs/pictures/color-key.svg:  legend.py [FILE]"""

import sys
from html import escape

from key import COURSE, GROUND, KEY, read_key

PICTURE = COURSE / "docs/pictures/color-key.svg"
INK = {"light": "#1f2937", "dark": "#e6edf3"}
WIDTH, ROW, TOP = 800, 40, 12


def in_the_dark(light, dark):
    return f'[fill="{light}"]{{fill:{dark}}}[stroke="{light}"]{{stroke:{dark}}}'


def shape(name, color, y):
    """A bar with text on it, as in a timeline; a frame for a device."""
    if name == "device":
        return f'<rect x="17" y="{y + 5}" width="144" height="28" rx="4" fill="none" stroke="{color}" stroke-width="2"/>'
    return (f'<rect x="16" y="{y + 4}" width="146" height="30" rx="4" fill="{color}"/>\n'
            f'<text x="89" y="{y + 24}" text-anchor="middle" font-size="15" fill="{GROUND["light"]}">12.5 µs</text>')


def row(name, color, y):
    words = escape(color["words"])
    label = name.replace("_", "-").replace("null", "NULL")
    return (f'{shape(name, color["light"], y)}\n'
            f'<text x="180" y="{y + 25}" font-size="16" font-weight="600" fill="{color["light"] if name != "device" else INK["light"]}">{label}</text>\n'
            f'<text x="330" y="{y + 25}" font-size="16" fill="{INK["light"]}">{words}</text>\n')


def legend(key):
    height = 2 * TOP + ROW * len(key)
    pairs = [*((c["light"], c["dark"]) for c in key.values()), (GROUND["light"], GROUND["dark"]), (INK["light"], INK["dark"])]
    rules = "".join(in_the_dark(*pair) for pair in pairs)
    words = " ".join(f"{name}: {color['words']}." for name, color in key.items())
    rows = "".join(row(name, color, TOP + i * ROW) for i, (name, color) in enumerate(key.items()))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
            'role="img" aria-labelledby="title desc" '
            "font-family=\"system-ui,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif\">\n"
            f'<title id="title">The color key</title>\n<desc id="desc">{escape(words)}</desc>\n'
            f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>\n"
            f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{GROUND["light"]}"/>\n{rows}</svg>\n')


if __name__ == "__main__":
    with open(sys.argv[1] if len(sys.argv) > 1 else PICTURE, "w", encoding="utf-8") as file:
        file.write(legend(read_key(KEY.read_text())))
