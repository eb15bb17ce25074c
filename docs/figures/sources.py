"""What the source of a figure gives: a number, in seconds where it is a time.

A source is arithmetic over names and rows, with spaces around + - * /:

    tail link                                      a figure of named.toml
    clock plain 6000                               a program of clock.csv, on the virtual clock
    bezier 65536 child_null                        the median of the row of
                                                   lessons/benchmarks/results/h200-bezier.csv in
                                                   which all of these words stand
    children of quicksort random 131072 block      what that row remarks; `fastest of` its fastest
                                                   run, `repeated of` the last of several rows
    bezier 65536 child_null / bezier 65536 flat    how many times as long
    268435456 / two_cards copy 268435456 peer      bytes per second
    max(bfs 131072 child_null / bfs 131072 child)  the largest over all graphs

A word of a row is a cell, several cells (`8192|16384`), or a condition on a column or a remark:
`size=64`, `size>=8192`, `places=2048`. Where several rows fit, arithmetic goes row by row, for rows
of the same input, size and parameter, and min, max or mean makes one number of them.
"""

import csv
import pathlib
import re
import sys
import tomllib

sys.dont_write_bytecode = True

UNITS = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "GB/s": 1e9, "×": 1, "%": 0.01}
NUMBER = r"\d[\d,]*(?:\.\d+)?(?:e\d+)?"
LITERAL = re.compile(rf"({NUMBER})(?: ({'|'.join(map(re.escape, UNITS))}))?$")
CONDITION = re.compile(r"(\w+)(>=|<=|=)([\w.]+)$")
TOKEN = re.compile(r" ([-+*/]) |([(),])")
KEYS = ("input", "size", "parameter")


class SourceError(Exception):
    """What is wrong with a source, and what to do."""


def number(text):
    return float(text.replace(",", ""))


class Series(dict):
    """Numbers of several rows by what the rows differ in: input, size, parameter."""


def by_row(operation, left, right):
    """`operation` on two numbers, or on those of the same row, or of each row and one number."""
    if isinstance(left, Series) and isinstance(right, Series):
        common = [key for key in left if key in right]
        if not common:
            raise SourceError("the rows of the two have no input, size and parameter in common")
        return Series({key: operation(left[key], right[key]) for key in common})
    if isinstance(left, Series):
        return Series({key: operation(one, right) for key, one in left.items()})
    if isinstance(right, Series):
        return Series({key: operation(left, one) for key, one in right.items()})
    return operation(left, right)


def reduced(function, arguments):
    """min, max or mean: of all rows of its only argument, or row by row of two."""
    if len(arguments) == 1:
        if not isinstance(arguments[0], Series):
            raise SourceError("min, max and mean of a single number: take them away")
        return function(arguments[0].values())
    return by_row(lambda left, right: function([left, right]), *arguments)


class Sources:
    """All results of the benchmarks and all named figures of a tree."""

    def __init__(self, tree):
        self.tree = tree
        sys.path.insert(0, str(pathlib.Path(tree) / "lessons/benchmarks/report"))
        from figures import mean  # pylint: disable=import-outside-toplevel
        from results import Results  # pylint: disable=import-outside-toplevel
        self.functions = {"min": min, "max": max, "mean": lambda numbers: mean(list(numbers))}
        self.rows = {}
        for path in sorted((tree / "lessons/benchmarks/results").glob("h200-*.csv")):
            for row in Results(path).rows:
                self.rows.setdefault(row.benchmark, []).append(row)
        self.facts = (tree / "docs/h200-facts.md").read_text()
        self.named = tomllib.loads((tree / "docs/figures/named.toml").read_text())
        with (tree / "docs/figures/clock.csv").open(newline="") as file:
            self.named |= {f"clock {row['program']}": {"value": f"{row['microseconds']} µs"}
                           for row in csv.DictReader(file)}

    def value(self, source):
        """The number that a source gives."""
        if isinstance(source, (int, float)):
            return source
        tokens = [part.strip() for part in TOKEN.split(source) if part and part.strip()]
        value, rest = self.sum(tokens)
        if rest:
            raise SourceError(f"“{rest[0]}” is too much")
        if isinstance(value, Series):
            raise SourceError(f"{len(value)} rows fit, such as {list(value)[:3]}. Say which one")
        return value

    def sum(self, tokens):
        return self.chain(tokens, self.product, {"+": lambda a, b: a + b, "-": lambda a, b: a - b})

    def product(self, tokens):
        return self.chain(tokens, self.operand, {"*": lambda a, b: a * b, "/": lambda a, b: a / b})

    @staticmethod
    def chain(tokens, part, operations):
        value, tokens = part(tokens)
        while tokens and tokens[0] in operations:
            operation = operations[tokens[0]]
            right, tokens = part(tokens[1:])
            value = by_row(operation, value, right)
        return value, tokens

    def operand(self, tokens):
        if not tokens:
            raise SourceError("something is missing at its end")
        if tokens[0] == "(":
            values, rest = self.arguments(tokens[1:])
            return values[0], rest
        if tokens[0] in self.functions and tokens[1:2] == ["("]:
            values, rest = self.arguments(tokens[2:])
            return reduced(self.functions[tokens[0]], values), rest
        return self.name(tokens[0]), tokens[1:]

    def arguments(self, tokens):
        values = []
        while True:
            value, tokens = self.sum(tokens)
            values.append(value)
            if not tokens or tokens[0] not in ",)":
                raise SourceError("a bracket is not closed")
            mark, tokens = tokens[0], tokens[1:]
            if mark == ")":
                return values, tokens

    def name(self, words):
        literal = LITERAL.match(words)
        if literal:
            return number(literal[1]) * UNITS.get(literal[2], 1)
        if words in self.named:
            return self.named_figure(words)
        what, _, row = words.rpartition(" of ")
        if row.split()[0] in self.rows:
            return self.measured(row.split(), what)
        raise SourceError(f"“{words}” is no benchmark ({', '.join(self.rows)}) and no figure of "
                          "docs/figures/named.toml")

    # ---- Rows of the benchmarks

    def measured(self, words, what):
        rows = [row for row in self.rows[words[0]] if all(fits(row, word) for word in words[1:])]
        if not rows:
            raise SourceError(f"no row of the results has all of “{' '.join(words)}”")
        if len({row.variant for row in rows}) > 1:
            raise SourceError(f"“{' '.join(words)}” fits several variants: "
                              f"{', '.join(sorted({row.variant for row in rows}))}. Name one")
        differ = [key for key in KEYS if len({getattr(row, key) for row in rows}) > 1]
        values = Series()
        # Of rows that repeat a measurement the first one counts, as in the tables of the report.
        for row in reversed(rows) if what == "repeated" else rows:
            key = tuple(getattr(row, name) for name in differ)
            values.setdefault(key, seconds_or_remark(row, what))
        return values if differ else values[()]

    # ---- Named figures

    def named_figure(self, name):
        """The number in the place of # in the words of docs/h200-facts.md, or the given value."""
        entry = self.named[name]
        if isinstance(entry, dict):
            if not (self.tree / entry.get("by", "")).exists():
                raise SourceError(f"named.toml, “{name}”: there is no {entry['by']} any more, which "
                                  "measured it")
            return self.name(entry["value"])
        pattern, _, unit = entry.rpartition(" in ") if entry.endswith(
            tuple(f" in {unit}" for unit in UNITS)) else (entry, "", None)
        expression = re.escape(pattern).replace("\\#", f"({NUMBER})").replace("…", r"[^\n]*?")
        found = {match.groups() for match in re.finditer(
            rf"(?<![\w.]){expression}" if pattern[0].isalnum() else expression, self.facts)}
        if len(found) != 1:
            raise SourceError(
                f"named.toml, “{name}”: docs/h200-facts.md says “{pattern}” {len(found)} times, "
                "with a number in the place of #; it must be once")
        if unit is None:
            unit = re.search(r"#\*{0,2} ?(" + "|".join(map(re.escape, UNITS)) + r")(?!\w)", pattern)
            unit = unit[1] if unit else None
        return number(found.pop()[0]) * UNITS.get(unit, 1)


def fits(row, word):
    condition = CONDITION.match(word)
    if not condition:
        cells = {row.input, str(row.size), str(row.parameter), row.variant}
        return any(one in cells for one in word.split("|"))
    name, sign, wanted = condition.groups()
    have = str(getattr(row, name, row.note.get(name)))
    if sign == "=":
        return have == wanted
    return float(have) >= float(wanted) if sign == ">=" else float(have) <= float(wanted)


def seconds_or_remark(row, what):
    if what in ("", "repeated"):
        return row.median * 1e-3
    if what == "fastest":
        return row.min * 1e-3
    if what not in row.note:
        raise SourceError(f"{row.benchmark}, {row.variant}: its rows remark nothing about {what}")
    return float(row.note[what])
