"""Reads results/CARD-NAME.csv, what a benchmark printed on a card (see ../measure.h), and refuses
rows that mean nothing: of another shape, of failed launches, or with wrong answers."""

import dataclasses
import re

COLUMNS = "benchmark,input,size,parameter,variant,median_ms,min_ms,runs,note"
HEADER = re.compile(r"# (?P<date>\d{4}-\d\d-\d\d), (?P<card>[^,]+), driver (?P<driver>[^,]+), "
                    r"CUDA toolkit (?P<toolkit>\d+\.\d+)$")
NOTE = re.compile(r"(\w+)=(\S+)")
# What of a row's note must be 0, and whose rows must all have it. Only Mandelbrot's variants may find
# something else than the flat one, and a column says how many pixels.
FAULTS = ("differing", "wrong")
EXACT = ("bezier", "bfs", "quadtree", "quicksort")
# What a benchmark may remark: a picture's pixels that a check found, a variant that was left out.
REMARKS = re.compile(r"# .* (pixels differ|more than \d+ places)$")


class ResultsError(Exception):
    """What is wrong with the results: file, line where there is one, and what to do."""


@dataclasses.dataclass(frozen=True)
class Row:
    benchmark: str
    input: str
    size: int
    parameter: int
    variant: str
    median: float  # milliseconds
    min: float  # milliseconds
    runs: int
    note: dict  # "children=7 places=2048" as {"children": "7", "places": "2048"}


def positive(text):
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


def read_row(line):
    """The row, or None where the line has another shape."""
    cells = line.split(",")
    if len(cells) != len(COLUMNS.split(",")) or not all(cells[:-1]):
        return None
    try:
        return Row(cells[0], cells[1], int(cells[2]), int(cells[3]), cells[4], positive(cells[5]),
                   positive(cells[6]), int(cells[7]), dict(NOTE.findall(cells[8])))
    except ValueError:
        return None


def fault_of(row, line):
    """What is wrong with a row, or nothing."""
    if row is None:
        return f"“{line}” is no row of {COLUMNS}, with positive times in milliseconds"
    if row.min > row.median:
        return f"the fastest run ({row.min} ms) is slower than the median ({row.median} ms)"
    found = [row.note[name] for name in FAULTS if name in row.note]
    if row.benchmark in EXACT and not found:
        return f"{row.variant} does not say “differing=0”, so it is unknown whether it was right"
    if not row.benchmark.startswith("mandelbrot") and any(count != "0" for count in found):
        return (f"{row.variant} says “{line.rpartition(',')[2]}”: a fast wrong answer is no "
                "answer. Mend the benchmark and run it again")
    return None


class Results:
    """One file. `header` has date, card, driver and toolkit; rows are in the order of the file."""

    def __init__(self, path):
        self.path = path
        self.header = None
        self.rows = []
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if line.startswith("#"):
                self.read_comment(number, line)
            else:
                row = read_row(line)
                if self.header is None:
                    self.fail(number, "rows must come after “# DATE, CARD, driver VERSION, CUDA "
                              "toolkit VERSION”, so that it is known what was measured")
                if fault := fault_of(row, line):
                    self.fail(number, fault)
                self.rows.append(row)
        if not self.rows:
            raise ResultsError(f"{path}: no rows; did the benchmark run to its end?")

    def fail(self, line, why):
        raise ResultsError(f"{self.path}:{line}: {why}")

    def read_comment(self, number, line):
        if "launches failed" in line:
            self.fail(number, f"“{line}”: times of lost work mean nothing. Give the benchmark a "
                      "larger pool and run it again")
        if line[2:] == COLUMNS or REMARKS.match(line):
            return
        header = HEADER.match(line)
        if header is None:
            self.fail(number, f"“{line}” is neither the names of the columns, {COLUMNS}, nor "
                      "“# DATE, CARD, driver VERSION, CUDA toolkit VERSION”")
        if self.header is not None and self.header != header.groupdict():
            self.fail(number, "another date, card, driver or toolkit than above: one file holds "
                      "one run. Run the benchmark again as a whole")
        self.header = header.groupdict()

    def where(self, **wanted):
        """All rows with these values, such as size=256, variant="flat"."""
        return [row for row in self.rows
                if all(getattr(row, name) == value for name, value in wanted.items())]

    def row(self, **wanted):
        """The first row with these values. A second one, where there is one, is of a repetition."""
        rows = self.where(**wanted)
        if not rows:
            words = ", ".join(f"{name} {value}" for name, value in wanted.items())
            raise ResultsError(f"{self.path}: no row with {words}, which a table or plot needs. "
                               "Did the benchmark run to its end?")
        return rows[0]

    def ms(self, **wanted):
        return self.row(**wanted).median

    def values(self, column, **wanted):
        """The different values of a column, in the order of the file."""
        return list(dict.fromkeys(getattr(row, column) for row in self.where(**wanted)))

    def made(self):
        """The line under a plot's title."""
        return (f"{self.header['card']}, driver {self.header['driver']}, "
                f"CUDA toolkit {self.header['toolkit']}, {self.header['date']}")
