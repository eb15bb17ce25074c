"""The moving picture of a session, as a list of its parts and of when each is seen: what is typed,
printed and saved, one after another. Draw it with loop.py.
"""

import dataclasses

import ansi
import drawing

PROMPT = "$ "
KEY = 0.075    # seconds that each key of a command takes
ENTER = 0.4    # between the last key and the output
SCROLL = 0.25


@dataclasses.dataclass
class Part:
    """A piece of SVG, and from when until when it is visible, in seconds."""

    svg: str
    since: float
    until: float | None = None


class Animation:
    """The editor shows `code_rows` lines of `file`; the terminal has `rows` rows."""

    def __init__(self, file, columns, code_rows, rows):
        self.file, self.columns, self.code_rows, self.rows = file, columns, code_rows, rows
        self.now = 0.0
        self.still = 0.0
        self.saved = []  # the lines that were saved first
        self.code = []  # parts of the editor
        self.printed = []  # parts of the terminal
        self.row = 0  # the row for what is printed next, or that of the prompt
        self.prompted = 0.0  # since when there is this prompt
        self.command_row, self.first_page = 0, True  # of the command that prints
        self.scrolled = []  # (when, how many rows are above the screen from then on)
        self.typed = []  # (row, characters, since when there is the prompt, first key, Enter)
        self.told = []  # the description
        self.put(drawing.text(0, 0, PROMPT.strip(), "green"))

    def put(self, svg):
        self.printed.append(Part(svg, self.now))

    def show_code(self, lines, state, stays):
        """The editor's lines from now on. Those that the first saved file lacks are marked."""
        before = {line for _, line in self.saved or lines}
        for part in self.code:
            part.until = part.until or self.now
        svg = "".join(drawing.line_of_code(row, number, line, self.columns, line not in before)
                      for row, (number, line) in enumerate(lines))
        self.code.append(Part(f'<g transform="translate({drawing.MARGIN} {drawing.BAR + 8})">{svg}</g>' +
                              drawing.at_right_of_bar(state, self.columns), self.now))
        self.now += stays

    def edit(self, lines, stays):
        self.show_code(lines, "edited", stays)

    def save(self, lines, stays):
        self.show_code(lines, "saved", stays)
        self.saved = self.saved or lines
        code = " ".join(line.strip() for _, line in lines)
        self.told.append(f"{self.file} is saved with these lines: {code}")

    def type(self, command):
        first_key = self.now
        self.put(drawing.text(len(PROMPT), self.row, command))
        self.printed[-1].since = self.prompted
        self.now += KEY * len(command)
        self.typed.append((self.row, len(command), self.prompted, first_key, self.now + ENTER))
        self.now += ENTER
        self.told.append(f"{command} prints:")
        self.command_row, self.row = self.row, self.row + 1
        self.first_page = True

    def print(self, lines, stays, prompt=False, still=False):
        """Output of the last command, or its next part; `prompt` after the last one."""
        rows = [row for line in lines for row in ansi.rows(line, self.columns)]
        self.put("".join(drawing.row_of_runs(self.row + i, row) for i, row in enumerate(rows)))
        self.row += len(rows)
        if prompt:
            self.prompted = self.now
            self.put(drawing.text(0, self.row, PROMPT.strip(), "green"))
        self.scroll(self.row + prompt)
        self.told += [" ".join(ansi.plain(line).split()) for line in lines if line]
        self.still = self.now + SCROLL if still else self.still
        self.now += stays

    def scroll(self, rows):
        """Output longer than the screen is read from its command on, then to its end."""
        above = max(0, rows - self.rows)
        if self.first_page:
            above = min(above, self.command_row)
        self.first_page = False
        if above > (self.scrolled[-1][1] if self.scrolled else 0):
            self.scrolled.append((self.now, above))
