"""Makes the tables of README.md and the plots in plots/ from the results in results/:

    python3 lessons/benchmarks/report               writes them again
    python3 lessons/benchmarks/report --check       lists what does not match the results; then 1
    python3 lessons/benchmarks/report --card a100   writes results/a100-report.md and
                                                    plots/a100-NAME.svg instead

In README.md a line "<!-- report: NAME -->" begins what is written here, "<!-- end -->" ends it;
NAME is a table of tables.py, or "plot NAME" for one of plots.py, which slides/web/plots.mjs draws.
Where results are not measured yet, a sentence takes the place of their table.
"""

import argparse
import pathlib
import re
import sys

sys.dont_write_bytecode = True

from plot_kinds import drawn  # noqa: E402
from plots import PLOTS  # noqa: E402
from results import Results, ResultsError  # noqa: E402
from tables import TABLES  # noqa: E402

HOME = "h200"  # the card of README.md
COMMAND = "python3 lessons/benchmarks/report"
BLOCK = re.compile(r"^<!-- report: (?P<name>[^\n]+) -->\n(?P<text>.*?)^<!-- end -->$", re.M | re.S)


class Report:
    """What the results of one card give: lines of Markdown by block, SVG by plot."""

    def __init__(self, folder, card):
        self.folder, self.card = folder, card
        self.prefix = "" if card == HOME else f"{card}-"
        self.read = {}
        self.plots = {}
        self.blocks = {}
        for name, (source, draw) in PLOTS.items():
            results = self.results(source)
            if results:
                self.plots[name] = draw(results)
                self.plots[name].made = results.made()
            self.blocks[f"plot {name}"] = self.picture(name)
        for name, (source, make) in TABLES.items():
            results = self.results(source)
            self.blocks[name] = make(results) if results else [
                f"*Not measured yet: `./run.sh {source}` writes results/{card}-{source}.csv.*"]
        if not any(self.read.values()):
            raise ResultsError(f"there are no {folder}/results/{card}-*.csv. CARD={card} ./run.sh "
                               "measures them")

    def results(self, source):
        path = self.folder / "results" / f"{self.card}-{source}.csv"
        if source not in self.read:
            self.read[source] = Results(path) if path.exists() else None
        return self.read[source]

    def picture(self, name):
        if name not in self.plots:
            return []
        return [f"![{self.plots[name].words}](plots/{self.prefix}{name}.svg)"]

    def page(self, text):
        """README.md with every block as it should be."""
        whole = BLOCK.sub(self.block, text)
        missing = set(self.blocks) - {found["name"] for found in BLOCK.finditer(text)}
        missing = [name for name in self.blocks if name in missing and
                   (name.removeprefix("plot ") in self.plots or self.has_rows(name))]
        if missing:
            raise ResultsError(f"{self.folder}/README.md has no place for “{missing[0]}”: put the "
                               f"lines <!-- report: {missing[0]} --> and <!-- end --> where it "
                               "belongs")
        return whole

    def has_rows(self, name):
        return name in TABLES and self.read[TABLES[name][0]] is not None

    def block(self, found):
        name = found["name"]
        if name not in self.blocks:
            raise ResultsError(f"{self.folder}/README.md: there is no “{name}”; there are "
                               f"{', '.join(self.blocks)}")
        return "\n".join([f"<!-- report: {name} -->", *self.blocks[name], "<!-- end -->"])

    def files(self):
        """Every file that the results decide, and what it must hold."""
        if self.card == HOME:
            readme = self.folder / "README.md"
            files = {readme: self.page(readme.read_text())}
        else:
            files = {self.folder / "results" / f"{self.card}-report.md": "\n".join(
                line for name in self.blocks for line in ("", *self.blocks[name]))}
        return files | {self.folder / "plots" / f"{self.prefix}{name}.svg": svg
                        for name, svg in drawn(self.plots).items()}


def differing(files):
    return [path for path, text in files.items()
            if not path.exists() or path.read_text() != text]


def left_over(report):
    """Plots whose results are gone."""
    return [path for name in PLOTS if name not in report.plots
            and (path := report.folder / "plots" / f"{report.prefix}{name}.svg").exists()]


def check(report):
    wrong = [*differing(report.files()), *left_over(report)]
    for path in wrong:
        print(f"{path} is not what the results give. Write it again: {COMMAND}")
    return 1 if wrong else 0


def write(report):
    files = report.files()
    for path in differing(files):
        path.parent.mkdir(exist_ok=True)
        path.write_text(files[path])
        print(path)
    for path in left_over(report):
        path.unlink()
        print(f"{path} removed: it has no results")
    return 0


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    options.add_argument("--card", default=HOME, metavar="CARD")
    options.add_argument("--folder", type=pathlib.Path, help="that of the benchmarks",
                         default=pathlib.Path(__file__).resolve().parent.parent)
    given = options.parse_args()
    try:
        report = Report(given.folder, given.card)
        return check(report) if given.check else write(report)
    except ResultsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    sys.exit(main())
