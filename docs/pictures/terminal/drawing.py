"""The parts of the picture that do not move: an editor's pane above a terminal, in one window.

All places are in the grid of a monospace font: a run starts at its column and is as wide as its
columns, whichever font the reader has.
"""

from xml.sax.saxutils import escape

FONT = "Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
SIZE = 13.5
COLUMN = 8.125  # of DejaVu Sans Mono and Menlo at this size
ROW = 18
MARGIN = 16
BAR = 26
GUTTER = 5  # columns of a line's number and what parts it from the line

# The colors of text keep WCAG's contrast AA on all BACKGROUNDS; a test computes it.
COLORS = {"": "#e6edf3", "dim": "#a3b3c2", "red": "#ff8f87", "green": "#5fd97c", "yellow": "#e8bd4f",
          "blue": "#84c4ff", "bold": "#ffffff"}
BACKGROUNDS = {"window": "#0f1720", "bar": "#1e2a36", "changed": "#17382b"}


def row_top(row):
    return row * ROW


def text(column, row, words, style=""):
    """Text in its row of a pane."""
    kind = f' class="{style}"' if style else ""
    width = f' textLength="{len(words) * COLUMN:g}"' if len(words) > 1 else ""
    return (f'<text{kind} x="{column * COLUMN:g}" y="{row_top(row) + 13.5:g}"{width}>'
            f"{escape(words)}</text>")


def row_of_runs(row, runs):
    return "".join(text(run.column, row, run.text, run.style) for run in runs)


def cut_to(line, columns):
    return line if len(line) <= columns else line[: columns - 1].rstrip() + "…"


def line_of_code(row, number, line, columns, changed):
    """A line of the editor with its number, on a background of its own if it has changed."""
    band = ""
    if changed:
        band = (f'<rect x="{-MARGIN}" y="{row_top(row)}" width="{width_of(columns):g}" height="{ROW}" '
                f'fill="{BACKGROUNDS["changed"]}"/>')
    code = cut_to(line, columns - GUTTER)
    indent = len(code) - len(code.lstrip())
    return (band + text(0, row, f"{number:>{GUTTER - 2}}".strip(), "dim") +
            text(GUTTER + indent, row, code.strip()))


def width_of(columns):
    return columns * COLUMN + 2 * MARGIN


def cut_path(path, columns):
    """The end of the path, in whole names."""
    names = path.split("/")
    shorter = ["…/" + "/".join(names[i:]) for i in range(1, len(names))]
    return next((shown for shown in [path, *shorter] if len(shown) <= columns), path)


def bar(top, words, columns):
    """The bar above a pane, with room for a word at its right."""
    words = cut_path(words, columns - 8)
    return (f'<rect y="{top}" width="{width_of(columns):g}" height="{BAR}" fill="{BACKGROUNDS["bar"]}"/>'
            f'<g transform="translate({MARGIN} {top + 4})">{text(0, 0, words, "dim")}</g>')


def at_right_of_bar(words, columns):
    return f'<g transform="translate({MARGIN} 4)">{text(columns - len(words), 0, words, "green")}</g>'


def style_sheet():
    colors = "".join(f".{style}{{fill:{color}}}" for style, color in COLORS.items() if style)
    return (f"text{{font:{SIZE}px {FONT};fill:{COLORS['']}}}{colors}.bold{{font-weight:bold}}")
