"""No text says a measured figure that the results do not give.

Every lesson has a table here, NN-name.toml, for its page, lesson.toml, quiz, key and deck; guides.toml
is for the guides, autograder.toml for the pages of autograder/, benchmarks.toml for
lessons/benchmarks/README.md. A table names what the texts say
and where it comes from:

    [measured]
    "60.7 ms" = "bezier 65536 child_null"           see sources.py
    "650 to 1,400 times" = ["…", "…"]               a source for each number
    "factor of 300" = "~ …"                         only the first digit counts
    "9 launches in 2 ms" = ["count …", "…"]         a number without the unit that follows it
    "37 µs with 131,072" = ["…", 131072]            a number that is part of the condition

    [given]                                         figures that are not measured, by reason
    "how long the kernels were told to take" = ["20 ms", "200 µs"]

    [[table]]                                       a Markdown table below a heading; a row's
    below = "What the measurement teaches"          source replaces ROW in that of a column
    columns = {"65,536 lines" = "bezier 65536 ROW", "over flat" = "…"}
    rows = {"flat, a block a line" = "flat"}

A figure is a number with a unit of time, a rate, a share or a factor. Each must be in a phrase of
its table; each phrase must be in a text, and its numbers must be what their sources give, rounded to
the digits that they have. Facts of an H200 that no results file has are in docs/h200-facts.md;
named.toml gives names to them.

    python3 docs/figures/check.py [--tree FOLDER]
"""

import argparse
import pathlib
import re
import sys
import tomllib

sys.dont_write_bytecode = True

from sources import SourceError, Sources  # noqa: E402
from texts import agrees, figures, in_unit, numbers, written  # noqa: E402

GUIDES = ("README.md", "CONTRIBUTING.md", "docs/*.md", "lessons/README.md", "slides/*.md",
          "slides/web/README.md")
FACTS = "docs/h200-facts.md"  # a source itself: only what it quotes from the results is compared
DECK = re.compile(r"\d\d-.*\.md$")
LESSON = ("lessons/{0}/README.md", "lessons/{0}/lesson.toml", "lessons/{0}/questions.toml",
          "solutions/{0}/answers.toml", "slides/{0}.md", "slides/programs/{1}/*.csv")


def tables(tree):
    """Each table's name and the texts that it is for."""
    yield "guides", [path for pattern in GUIDES for path in sorted(tree.glob(pattern))
                     if path != tree / FACTS and not DECK.match(path.name)]
    yield "autograder", sorted((tree / "autograder").rglob("README.md"))
    yield "h200-facts", [tree / FACTS]
    yield "benchmarks", [tree / "lessons/benchmarks/README.md"]
    for lesson in sorted((tree / "lessons").glob("[0-9][0-9]-*")):
        yield lesson.name, [path for pattern in LESSON for path in
                            sorted(tree.glob(pattern.format(lesson.name, lesson.name[:2])))]


class Table:
    """One table and its texts. `complaints` is what is wrong."""

    def __init__(self, tree, name, paths, sources):
        self.tree, self.sources = tree, sources
        self.path = tree / "docs/figures" / f"{name}.toml"
        content = tomllib.loads(self.path.read_text()) if self.path.exists() else {}
        self.measured = content.get("measured", {})
        self.given = [phrase for phrases in content.get("given", {}).values() for phrase in phrases]
        self.grids = content.get("table", [])
        self.texts = {path: path.read_text() for path in paths}
        self.covered = {path: [] for path in paths}  # (start, end) of what has a source
        self.complaints = []

    def complain(self, path, line, why):
        place = f"{path.relative_to(self.tree)}" + (f":{line}" if line else "")
        self.complaints.append(f"{place}: {why}")

    def check(self):
        for phrase in self.given:
            self.find(phrase)
        for phrase, source in self.measured.items():
            self.compare(phrase, source, self.find(phrase))
        for grid in self.grids:
            self.check_grid(grid)
        for path, text in self.texts.items():
            if path != self.tree / FACTS:
                self.look_for_others(path, text)
        return self.complaints

    def find(self, phrase):
        """Where the texts say it: (path, line) of each place."""
        expression = re.compile(rf"(?<![\w.,]){re.escape(phrase)}(?![\w²])"
                                if phrase[-1].isalnum() else rf"(?<![\w.,]){re.escape(phrase)}")
        places = []
        for path, text in self.texts.items():
            for found in expression.finditer(text):
                self.covered[path].append(found.span())
                places.append((path, text.count("\n", 0, found.start()) + 1))
        if not places:
            self.complain(self.path, 0, f"no text says “{phrase}” any more. Remove it here")
        return places

    # ---- Phrases

    def compare(self, phrase, source, places):
        """The numbers of a phrase with their sources."""
        said = numbers(phrase)
        wanted = source if isinstance(source, list) else [source]
        if len(said) != len(wanted):
            self.complain(self.path, 0, f"“{phrase}” has {len(said)} numbers and {len(wanted)} "
                          "sources. Give each number one")
            return
        for (text, unit), one in zip(said, wanted, strict=True):
            why = self.difference(text, unit, one)
            for path, line in places if why else ():
                self.complain(path, line, f"“{phrase}”: {why}")

    def difference(self, text, unit, source):
        """What is wrong with a number, or nothing."""
        if isinstance(source, int):  # of the condition, not of the result
            return None if written(text) == source else f"{text} is not {source}"
        rough, counts = source.startswith("~ "), source.startswith("count ")
        source = source.removeprefix("~ ").removeprefix("count ")
        unit = None if counts else unit
        try:
            value = self.sources.value(source)
        except SourceError as error:
            return f"the source “{source}” ({self.path.name}) gives nothing: {error}"
        if agrees(text, unit, value, rough):
            return None
        return (f"{text} is not what was measured: {source} gives {in_unit(value, unit)}. Correct "
                f"the text, and the phrase in docs/figures/{self.path.name}")

    # ---- Tables of a text

    def check_grid(self, grid):
        for path, text in self.texts.items():
            if "in" in grid and not str(path.relative_to(self.tree)).startswith(grid["in"]):
                continue
            start = heading(text, grid["below"])
            if start is not None:
                self.check_rows(path, text, start, grid)
                return
        self.complain(self.path, 0, f"no text has a heading “{grid['below']}”, below which a table "
                      "was. Correct it here")

    def check_rows(self, path, text, start, grid):
        """All cells of the first table below `start` that has the columns."""
        head, unseen = None, set(grid["rows"])
        for found in re.finditer(r"^\|.*\|$", text[start:], re.M):
            cells = [cell.strip() for cell in found[0].strip("|").split("|")]
            if head is None and set(grid["columns"]) <= {plain(cell) for cell in cells}:
                head = [plain(cell) for cell in cells]
            name = row_name(cells, grid)
            if head is None or name not in unseen:
                continue
            unseen.discard(name)
            place = start + found.start() + 1
            for column, cell in zip(head, found[0].strip("|").split("|"), strict=False):
                if column in grid["columns"]:
                    self.check_cell(path, place, cell, column, name, grid)
                place += len(cell) + 1
        for name in unseen:
            self.complain(self.path, 0, f"{path.relative_to(self.tree)} has no row “{name}” below "
                          f"“{grid['below']}”, or no such columns. Correct it here")

    def check_cell(self, path, place, cell, column, name, grid):
        """The first number of a cell, which begins at `place`."""
        said = numbers(plain(cell))
        if not said:
            return
        text, unit = said[0]
        start = place + cell.index(text)
        self.covered[path].append((start, start + len(text)))
        unit = unit or grid.get("units", {}).get(column, grid.get("unit", "ms"))
        source = grid["columns"][column].replace("ROW", grid["rows"][name])
        why = self.difference(text, None if unit == "1" else unit, source)
        if why:
            line = self.texts[path].count("\n", 0, place) + 1
            self.complain(path, line, f"row “{name}”, column “{column}”: {why}")

    # ---- What has no source

    def look_for_others(self, path, text):
        for figure in figures(text, path.suffix):
            if not any(start <= figure.start and figure.end <= end
                       for start, end in self.covered[path]):
                line = text.count("\n", 0, figure.start) + 1
                said = text[figure.start:figure.end]
                self.complain(path, line, f"“{figure.words.strip()}” ({said}) has no source: if it "
                              f"is measured, put it into docs/figures/{self.path.name} under "
                              "[measured], with the results that it comes from; if not, under "
                              "[given], with the reason")


def plain(cell):
    return re.sub(r"[*`]", "", cell).strip()


def row_name(cells, grid):
    """A row by its first cells, as many as the grid's `key` says."""
    return ", ".join(plain(cell) for cell in cells[:grid.get("key", 1)])


def heading(text, words):
    """Where the heading, or the paragraph in bold, with these words ends."""
    found = re.search(rf"^(?:#+ {re.escape(words)}(?: \{{.*\}})?$|.*{re.escape(words)})", text, re.M)
    return found.end() if found else None


def unused(tree, named):
    """Figures of named.toml that no table takes."""
    tables_text = "".join(path.read_text() for path in (tree / "docs/figures").glob("*.toml")
                          if path.name != "named.toml")
    return [f"docs/figures/named.toml: no table takes “{name}”. Remove it" for name in named
            if not name.startswith("clock ") and name not in tables_text]


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tree", type=pathlib.Path,
                         default=pathlib.Path(__file__).resolve().parents[2])
    options.add_argument("--only", help="one table, such as 11-bezier")
    given = options.parse_args()
    sources = Sources(given.tree)
    complaints = [complaint for name, paths in tables(given.tree)
                  if given.only in (None, name)
                  for complaint in Table(given.tree, name, paths, sources).check()]
    if given.only is None:
        complaints += unused(given.tree, sources.named)
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
