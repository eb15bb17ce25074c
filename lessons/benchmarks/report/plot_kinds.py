"""The kinds of plots, as Vega-Lite specifications, which slides/web/plots.mjs draws: lines on
logarithmic axes, bars, and bars of factors.

Lengths are pixels. Colors are the theme's (slides/web/deck/theme/colors.css); a plot names kinds
of variants, and its `key` says in words what each kind is.
"""

import collections
import dataclasses
import itertools
import json
import math
import pathlib
import subprocess
import sys

WEB = pathlib.Path(__file__).resolve().parents[3] / "slides/web"
WIDTH, HEIGHT, LINE = 620, 300, 22  # of the axes; of a line of text
COLOURS = {"flat": "var(--soft)", "many": "var(--series-1)", "few": "var(--series-0)",
           "rival": "var(--series-2)"}
NUMBER = ("(datum.value < 1e6 ? format(datum.value, ',~f')"
          " : format(datum.value / 1e6, '.3~r') + ' M')")


@dataclasses.dataclass
class Plot:
    """`words` are for readers who cannot see it, `view` is a specification without title and key,
    `made` says on what and when it was measured."""
    title: str
    words: str
    key: dict
    view: dict
    made: str = ""

    def specification(self):
        used = [kind for kind in COLOURS if kind in self.key]
        scale = {"domain": used, "range": [COLOURS[kind] for kind in used]}
        legend = {"labelExpr": f"({json.dumps(self.key)})[datum.value]",
                  "columns": 2 if len(used) > 3 else len(used)}
        color = {"field": "kind", "type": "nominal", "scale": scale, "legend": legend}
        inner = self.view.get("spec", self.view)
        inner["encoding"] = {**inner["encoding"], "color": color}
        return {"title": {"text": self.title, "subtitle": self.made}, **self.view}


def drawn(plots):
    """SVG by name; ends with 77 where there is nothing to draw with, as slides/web/run does."""
    asked = {name: {"specification": plot.specification(), "title": plot.title,
                    "words": plot.words} for name, plot in plots.items()}
    run = subprocess.run([WEB / "run", "plots.mjs"], input=json.dumps(asked), text=True,
                         stdout=subprocess.PIPE, check=False)
    if run.returncode:
        sys.exit(run.returncode)
    return json.loads(run.stdout)


LineSeries = collections.namedtuple("LineSeries", "name kind points dashed", defaults=[False])


def logarithmic(field, title, domain, ticks=(), unit=""):
    """An axis that says that it is logarithmic, with ticks at the powers of ten if not told which.
    1× is as fast as what it is compared with."""
    even = {"test": f"datum.value == 1 && '{unit}' == '×'", "value": "var(--soft)"}
    decades = [10.0 ** power for power in range(-9, 10)]
    return {"field": field, "type": "quantitative",
            "title": f"{title}, logarithmic" if title else None,
            "scale": {"type": "log", "domain": domain, "nice": False},
            "axis": {"values": ticks or [one for one in decades if domain[0] <= one <= domain[1]],
                     "labelExpr": f"{NUMBER} + '{unit}'",
                     "gridColor": {"condition": even, "value": "var(--line)"}}}


def apart(places, gap):
    """The places with a gap between them, in the same order: neighbors push each other."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda i: places[i])
    for one, other in list(itertools.pairwise(order)) * 100:
        push = max(0, gap - (moved[other] - moved[one])) / 2
        moved[one], moved[other] = moved[one] - push, moved[other] + push
    return moved


def name_ends(series, least, most):
    """Where lines end, and at which height their names are: apart from those that end at the same
    x."""
    gap = math.log10(most / least) * LINE / HEIGHT
    for end in {one.points[-1][0]: None for one in series}:
        ending = [one for one in series if one.points[-1][0] == end]
        places = apart([math.log10(one.points[-1][1]) for one in ending], gap)
        for one, place in zip(ending, places, strict=True):
            yield {"name": one.name, "kind": one.kind, "x": end, "y": one.points[-1][1],
                   "name_y": 10 ** place}


def lines(series, x_title, y_title, unit=""):
    """Lines over logarithmic axes, with their names at their ends and hairs from one to the other.
    `unit` follows the numbers of the vertical axis."""
    ys = [y for one in series for _, y in one.points]
    least, most = min(ys) / 1.5, max(ys) * 1.5
    xs = sorted({x for one in series for x, _ in one.points})
    x = logarithmic("x", x_title, [xs[0], xs[-1]], xs)
    x["axis"]["grid"] = False
    x["scale"]["padding"] = 10
    y = logarithmic("y", y_title, [least, most], unit=unit)
    dash = {"field": "dashed", "scale": {"domain": [False, True], "range": [[1, 0], [6, 4]]},
            "legend": None}
    points = [{"name": one.name, "kind": one.kind, "dashed": one.dashed, "x": x, "y": y}
              for one in series for x, y in one.points]
    ends = {"values": list(name_ends(series, least, most))}
    return {"width": WIDTH, "height": HEIGHT, "data": {"values": points}, "encoding": {"x": x},
            "layer": [
                {"mark": "line", "encoding": {"y": y, "detail": {"field": "name"},
                                              "strokeDash": dash}},
                {"mark": "point", "encoding": {"y": y}},
                {"data": ends, "mark": {"type": "rule", "xOffset": 7, "x2Offset": 22},
                 "encoding": {"y": y, "x2": {"field": "x"}, "y2": {"field": "name_y"}}},
                {"data": ends, "mark": {"type": "text", "dx": 26},
                 "encoding": {"y": {**y, "field": "name_y"}, "text": {"field": "name"}}}]}


def bars(rows, x=None, origin=0, width=WIDTH):
    """One bar below the other, each from the origin; `rows` are (name, kind, length, words after
    it), and, for a plot of several parts, which part."""
    values = [{"name": name, "kind": kind, "length": length, "words": words,
               "part": "".join(part), "end": max(length, origin)}
              for name, kind, length, words, *part in rows]
    x = x or {"field": "length", "type": "quantitative", "axis": None}
    return {"width": width, "height": {"step": 28}, "data": {"values": values},
            "encoding": {"y": {"field": "name", "sort": None,
                               "scale": {"paddingInner": 0.25, "paddingOuter": 0.2}}},
            "layer": [
                {"mark": "bar", "encoding": {"x": x, "x2": {"datum": origin}}},
                {"mark": {"type": "text", "dx": 8},
                 "encoding": {"x": {**x, "field": "end"}, "text": {"field": "words"},
                              "color": {"value": "var(--ink)"}}}]}


def factors(rows, title, width=WIDTH):
    """Bars that begin at 1 on a logarithmic scale, to the right for more, to the left for less."""
    lengths = [1, *(row[2] for row in rows)]
    x = logarithmic("length", title, [min(lengths) / 2, max(lengths) * 2], unit="×")
    return bars(rows, x, 1, width)
