"""Draws a plot as SVG: scales, lines with their names at their ends, bars with their values. A plot
with a text that touches another, or the edge, is refused: such a picture is worse than none.

Lengths are pixels of a picture WIDTH wide, which pages show at about that size.
"""

import html
import math

WIDTH = 840
MARGIN = 20
SMALL, NORMAL, LARGE = 12, 13, 17  # sizes of text

# Colours of what is drawn, on white and on dark pages; those of the slides' charts.
COLOURS = {
    "ink": ("#151a23", "#e8edf4"),
    "soft": ("#515a69", "#a3adba"),
    "line": ("#d9dee7", "#2b333e"),
    "paper": ("#ffffff", "#0d1117"),
    "flat": ("#515a69", "#a3adba"),
    "many": ("#c04a00", "#ee9c6f"),
    "few": ("#1f4fd0", "#6c9bf5"),
    "rival": ("#1b8062", "#58c79d"),
}
FONT = "system-ui,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif"


class PlotError(Exception):
    """Why a plot cannot be drawn so that it can be read."""


def style():
    def rules(which):
        return "".join(f".{name}{{fill:{colours[which]}}}.{name}-line{{stroke:{colours[which]}}}"
                       for name, colours in COLOURS.items()
                       ) + f"text{{stroke:{COLOURS['paper'][which]}}}"
    # Letters have a rim of the ground's colour, so that lines behind them do not disturb.
    return (f"<style>text{{font-family:{FONT};paint-order:stroke;stroke-width:3px;"
            f"stroke-linejoin:round}}polyline{{fill:none}}{rules(0)}"
            f"@media(prefers-color-scheme:dark){{{rules(1)}}}</style>")


def width_of(text, size):
    """No text is wider in any of the fonts, or hardly."""
    return sum(0.36 if letter in " .,:;'()|!il1" else 0.64 for letter in text) * size


class Picture:
    """What is drawn, from above; `title` and `made` stand on top, `words` are for those who cannot
    see it."""

    def __init__(self, height, title, made, words):
        self.height = height
        self.parts = []
        self.texts = []  # left, top, right, bottom, words
        self.words = words
        self.title = title
        self.text(MARGIN, 30, title, "ink", size=LARGE, bold=True)
        self.text(MARGIN, 51, made, "soft")

    def text(self, x, y, words, colour, size=NORMAL, anchor="start", bold=False):
        """`y` is the line that letters stand on."""
        width = width_of(words, size) * (1.06 if bold else 1)
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        self.texts.append((left, y - 0.78 * size, left + width, y + 0.22 * size, words))
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(f'<text class="{colour}" x="{x:.1f}" y="{y:.1f}" font-size="{size}" '
                          f'text-anchor="{anchor}"{weight}>{html.escape(words)}</text>')

    def sideways(self, x, y, words):
        """An axis' title that is read from below; (x, y) is its middle."""
        half = width_of(words, NORMAL) / 2
        self.texts.append((x - NORMAL, y - half, x + 4, y + half, words))
        self.parts.append(f'<text class="soft" font-size="{NORMAL}" text-anchor="middle" '
                          f'transform="translate({x:.1f} {y:.1f}) rotate(-90)">'
                          f'{html.escape(words)}</text>')

    def line(self, x1, y1, x2, y2, colour="line", width=1):
        self.parts.append(f'<path class="{colour}-line" stroke-width="{width}" '
                          f'd="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>')

    def curve(self, points, colour, dashed):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = ' stroke-dasharray="6 4"' if dashed else ""
        self.parts.append(f'<polyline class="{colour}-line" stroke-width="2"{dashes} '
                          f'points="{path}"/>')
        for x, y in points:
            self.parts.append(f'<circle class="{colour}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>')

    def bar(self, x, y, width, height, colour):
        self.parts.append(f'<rect class="{colour}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                          f'height="{height:.1f}" rx="2"/>')

    def key(self, y, entries):
        """What the colours mean: pairs of colour and words, in a row."""
        x = MARGIN
        for colour, words in entries:
            self.bar(x, y - 10, 11, 11, colour)
            self.text(x + 17, y, words, colour, size=SMALL)
            x += 17 + width_of(words, SMALL) + 18

    def check(self):
        for i, (left, top, right, bottom, words) in enumerate(self.texts):
            if left < 0 or top < 0 or right > WIDTH or bottom > self.height:
                raise PlotError(f"“{self.title}”: the text “{words}” leaves the picture")
            for other in self.texts[:i]:
                if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                    raise PlotError(f"“{self.title}”: “{words}” lies on “{other[4]}”")

    def svg(self):
        self.check()
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}" '
            f'viewBox="0 0 {WIDTH} {self.height}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{html.escape(self.title)}</title>',
            f'<desc id="desc">{html.escape(self.words)}</desc>', style(),
            f'<rect class="paper" width="{WIDTH}" height="{self.height}"/>', *self.parts,
            "</svg>", ""])


class LogScale:
    """Where a positive number lies between two pixels."""

    def __init__(self, least, most, begin, end):
        self.low, self.high = math.log10(least), math.log10(most)
        self.begin, self.end = begin, end

    def __call__(self, number):
        share = (math.log10(number) - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def decades(self):
        first, last = math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9)
        return [10.0 ** power for power in range(first, last + 1)]


def plain(number):
    """A tick's number: 0.001, 10, 1,000."""
    return f"{number:,.0f}" if number >= 1 else f"{number:g}"


def apart(places, gap):
    """The places moved no more than needed for a gap between them, in the same order."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    groups = []  # of neighbours that touch: the sum of where each wants the first, and how many
    for i in order:
        groups.append([places[i], 1])
        while len(groups) > 1:
            (above, n), (below, m) = groups[-2:]
            if below / m - above / n >= n * gap:
                break
            groups[-2:] = [[above + below - m * n * gap, n + m]]
    moved = [total / n + k * gap for total, n in groups for k in range(n)]
    return [moved[order.index(i)] for i in range(len(places))]


def around(numbers):
    """The next round numbers (1, 2 or 5 and zeros) below the least and above the greatest."""
    rounds = [digit * 10.0 ** power for power in range(-9, 10) for digit in (1, 2, 5)]
    return (max(one for one in rounds if one <= min(numbers) * (1 + 1e-9)),
            min(one for one in rounds if one >= max(numbers) * (1 - 1e-9)))


class LineSeries:
    def __init__(self, name, colour, points, dashed=False):
        self.name, self.colour, self.points, self.dashed = name, colour, points, dashed


def lines(picture, top, bottom, series, x_title, y_title, unit=""):
    """Lines over logarithmic axes between the heights `top` and `bottom`; names stand where the
    lines end. `unit` goes behind the numbers of the vertical axis."""
    xs = sorted({x for one in series for x, _ in one.points})
    longest = max(width_of(one.name, NORMAL) for one in series if one.points[-1][0] == xs[-1])
    right = WIDTH - 36 - longest
    least, most = around([y for one in series for _, y in one.points])
    y_scale = LogScale(least, most, bottom, top)
    ticks = y_scale.decades()
    left = 2 * MARGIN + 8 + max(width_of(plain(y) + unit, SMALL) for y in ticks)
    x_scale = LogScale(xs[0], xs[-1], left + 8, right)
    picture.line(left, bottom, right + 4, bottom, "soft")
    for y in ticks:
        even = y == 1 and unit == "×"  # as fast as what it is compared with
        picture.line(left, y_scale(y), right + 4, y_scale(y), "soft" if even else "line")
        picture.text(left - 8, y_scale(y) + 4, plain(y) + unit, "soft", SMALL, "end")
    for x in xs:
        picture.line(x_scale(x), bottom, x_scale(x), bottom + 5, "soft")
        picture.text(x_scale(x), bottom + 20, f"{x:,}", "soft", SMALL, "middle")
    picture.text((left + right) / 2, bottom + 42, x_title, "soft", anchor="middle")
    picture.sideways(MARGIN + 4, (top + bottom) / 2, y_title)
    for one in series:
        picture.curve([(x_scale(x), y_scale(y)) for x, y in one.points], one.colour, one.dashed)
    for end in {one.points[-1][0] for one in series}:
        name_ends([one for one in series if one.points[-1][0] == end], picture, x_scale, y_scale)


def name_ends(series, picture, x_scale, y_scale):
    """The names of lines that end at the same x, moved apart, with hairs back where they had to."""
    ends = [(x_scale(one.points[-1][0]), y_scale(one.points[-1][1])) for one in series]
    places = apart([y for _, y in ends], NORMAL + 3)
    moved = any(abs(place - y) > 3 for (_, y), place in zip(ends, places, strict=True))
    for one, (x, y), place in zip(series, ends, places, strict=True):
        if moved:
            picture.line(x + 5, y, x + 19, place, one.colour)
        picture.text(x + (22 if moved else 10), place + 4, one.name, one.colour)


def bars(picture, top, left, room, rows, height=15, step=22):
    """A bar below the other from `left` on; the longest has `room` pixels. `rows` are (name,
    colour, length, words behind it); the scale is linear from 0."""
    most = max(length for _, _, length, _ in rows)
    for i, (name, colour, length, words) in enumerate(rows):
        y = top + i * step
        picture.text(left - 10, y + height - 3, name, "ink", anchor="end")
        picture.bar(left, y, max(1, length / most * room), height, colour)
        picture.text(left + max(1, length / most * room) + 7, y + height - 3, words, "ink")


def factors(picture, top, scale, rows, height=13, step=20):
    """Bars that begin at 1 on a logarithmic scale, to the right for more, to the left for less;
    `rows` are (colour, factor, words)."""
    bottom = top + len(rows) * step
    for decade in scale.decades()[1:-1]:
        picture.line(scale(decade), top - 4, scale(decade), bottom, "line")
        picture.text(scale(decade), bottom + 13, f"{plain(decade)}×", "soft", SMALL, "middle")
    picture.line(scale(1), top - 4, scale(1), bottom, "soft")
    for i, (colour, factor, words) in enumerate(rows):
        begin, end = sorted((scale(1), scale(factor)))
        y = top + i * step
        picture.bar(begin, y, max(1, end - begin), height, colour)
        picture.text(end + 5, y + height - 2, words, "ink", SMALL)
