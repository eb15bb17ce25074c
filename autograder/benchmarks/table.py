"""What was measured as a Markdown table, with goals and with what was measured before.

A row is a dictionary of figures by kind: wall, cpu (seconds), ns, times, rate (a minute) and
instructions. Rows are known by their names, in goals.toml and in the JSON file of a measurement.
"""

import re
import statistics

GREW = 1.10  # what costs more than this times what it cost before is marked
SAID = {"wall": "{:.2f} s", "cpu": "{:.2f} s CPU", "ns": "{:.1f} ns CPU", "times": "{:.1f} ×",
        "rate": "{:.0f} a minute", "instructions": "{:,.0f}", "lesson": "lesson {}"}
GOAL = {"wall": "≤ {:g} s", "cpu": "≤ {:g} s CPU", "ns": "≤ {:g} ns CPU", "times": "≤ {:g} ×",
        "rate": "≥ {:g} a minute"}
COMPARED = ("instructions", "cpu", "ns")  # the surest first
OF_A_LESSON = re.compile(r"(?<=check of )\d\d(?=, )")


def medians(rounds):
    """The rows of several rounds as one: of each figure the median of the rounds that have it."""
    samples = {}
    for rows in rounds:
        for name, figures in rows.items():
            for kind, figure in figures.items():
                samples.setdefault(name, {}).setdefault(kind, []).append(figure)
    return {name: {kind: statistics.median(values) for kind, values in kinds.items()}
            for name, kinds in samples.items()}


def with_lessons_in_short(rows):
    """And two rows in front of the other lessons' checks: the slowest one, and the median."""
    others = {name: figures for name, figures in rows.items()
              if re.fullmatch(r"check of \d\d, warm", name) and "01" not in name}
    if not others:
        return rows
    slowest = max(others, key=lambda name: others[name]["wall"])
    short = {"slowest check of another lesson, warm":
             {**others[slowest], "lesson": OF_A_LESSON.search(slowest)[0]}}
    middle = {kind: statistics.median(figures[kind] for figures in others.values())
              for kind in ("wall", "cpu")}
    short["median check of the other lessons, warm"] = middle
    result = {}
    for name, figures in rows.items():
        if name in others:
            result.update(short)  # which stays where it was first put
        result[name] = figures
    return result


def goals_of(name, goals):
    """The goals of a row; a lesson without its own has those of every lesson, NN."""
    return goals.get(name) or goals.get(OF_A_LESSON.sub("NN", name), {})


def misses(figures, goal):
    return any(figures[kind] < limit if kind == "rate" else figures[kind] > limit
               for kind, limit in goal.items())


def growth(figures, before):
    """How many times what it was before; None where there is nothing to compare."""
    for kind in COMPARED:
        if kind in figures and before.get(kind, 0) > 0:
            return figures[kind] / before[kind]
    return None


def said(figures, words):
    return ", ".join(words[kind].format(figure) for kind, figure in figures.items())


def table(rows, goals, before=None, each=True):
    """The table's lines. `before`: the rows of an earlier measurement. Without `each`, a lesson other
    than 01 only has a row if it misses its goal or grew."""
    header = ["what", "today", "goal", "missed"] + ([] if before is None else ["CPU", "grew"])
    cells = [header, ["---"] * len(header)]
    for name, figures in rows.items():
        goal = goals_of(name, goals)
        ratio = growth(figures, (before or {}).get(name, {}))
        marks = ["missed" if misses(figures, goal) else "",
                 "grew" if ratio is not None and ratio > GREW else ""]
        number = OF_A_LESSON.search(name)
        if not each and number and number[0] != "01" and not any(marks):
            continue
        compared = [f"{round(100 * (ratio - 1)):+d} %" if ratio is not None else "", marks[1]]
        cells.append([name, said(figures, SAID), said(goal, GOAL), marks[0],
                      *(compared if before is not None else [])])
    return [f"| {' | '.join(row)} |" for row in cells]
