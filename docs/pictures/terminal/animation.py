"""The moving picture of a session: what is typed, printed and saved, one after another, in a loop
of CSS animations. `svg` draws it.

The picture stands still, at the moment that `still=True` marks, where the reader prefers reduced
motion, where its address ends in #still, and where nothing animates it.
"""

import dataclasses
from xml.sax.saxutils import escape

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
        self.code = []     # parts of the editor
        self.printed = []  # parts of the terminal
        self.row = 0       # of the last prompt
        self.scrolled = [(0.0, 0)]  # (when, rows)
        self.typed = []    # (row, characters, since when there is the prompt, first key, Enter)
        self.saved = []    # the lines that were saved first
        self.told = []     # the description
        self.prompted = 0.0
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
        """Output of the last command, and the next prompt after the last of it."""
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
        top = max(0, rows - self.rows)
        if self.first_page:
            top = min(top, self.command_row)
        self.first_page = False
        self.scrolled.append((self.now, max(top, self.scrolled[-1][1])))

    def svg(self, title):
        return Loop(self).svg(title)


class Loop:
    """An Animation as SVG: each moment is a percentage of the whole."""

    def __init__(self, animation):
        self.animation = animation
        self.seconds = animation.now
        self.rules = {}  # CSS of an animation -> its name

    def percent(self, moment):
        return f"{round(100 * moment / self.seconds, 2):g}%"

    def name(self, keyframes):
        return self.rules.setdefault(keyframes, f"a{len(self.rules)}")

    def group(self, part):
        """The part, visible when it should be."""
        if part.since == 0 and part.until is None:
            return part.svg
        frames = ("0%{visibility:visible}" if part.since == 0 else
                  f"0%{{visibility:hidden}}{self.percent(part.since)}{{visibility:visible}}")
        if part.until is not None:
            frames += f"{self.percent(part.until)}{{visibility:hidden}}"
        still = part.since <= self.animation.still and (part.until is None or self.animation.still < part.until)
        hidden = "" if still else ' visibility="hidden"'
        return f'<g class="step" style="animation-name:{self.name(frames)}"{hidden}>{part.svg}</g>'

    def keys(self, typed):
        """Covers a command and uncovers it, key by key, with the cursor at its edge."""
        row, characters, prompted, first_key, enter = typed
        width = characters * drawing.COLUMN
        move = (f"0%,{self.percent(first_key)}{{transform:none;animation-timing-function:steps({characters})}}"
                f"{self.percent(enter - ENTER)},100%{{transform:translateX({width:g}px)}}")
        cover = (f'<rect width="{width + 2:g}" height="{drawing.ROW}" fill="{drawing.BACKGROUNDS["window"]}"/>'
                 f'<rect y="1" width="8" height="{drawing.ROW - 3}" fill="{drawing.COLORS["dim"]}"/>')
        place = f"translate({len(PROMPT) * drawing.COLUMN:g} {drawing.row_top(row)})"
        moving = f'<g class="move" style="animation-name:{self.name(move)}">{cover}</g>'
        return self.group(Part(f'<g transform="{place}">{moving}</g>', prompted, enter))

    def scrolling(self):
        """The name of the terminal's own movement."""
        frames, before = "", 0
        for moment, rows in self.animation.scrolled:
            end = self.percent(moment + SCROLL) if rows != before else self.percent(moment)
            frames += (f"{self.percent(moment)}{{transform:translateY({-drawing.row_top(before)}px)}}"
                       if rows != before else "")
            frames += f"{end}{{transform:translateY({-drawing.row_top(rows)}px)}}"
            before = rows
        return self.name(frames + f"100%{{transform:translateY({-drawing.row_top(before)}px)}}")

    def style(self):
        keyframes = "".join(f"@keyframes {name}{{{frames}}}" for frames, name in self.rules.items())
        loop = f"{self.seconds:g}s infinite"
        return (f"<style>{drawing.style_sheet()}.step{{animation:{loop} step-end}}.move{{animation:{loop} linear}}"
                f"{keyframes}#still:target *{{animation:none!important}}"
                "@media (prefers-reduced-motion:reduce){*{animation:none!important}}</style>")

    def panes(self):
        shown = self.animation
        terminal = 2 * drawing.BAR + 16 + drawing.row_top(shown.code_rows)
        height = terminal + drawing.row_top(shown.rows) + 14
        width = drawing.width_of(shown.columns)
        code = "".join(map(self.group, shown.code))
        printed = "".join(map(self.group, shown.printed)) + "".join(map(self.keys, shown.typed))
        return width, height, (
            f'<clipPath id="window"><rect width="{width:g}" height="{height}" rx="9"/></clipPath>'
            f'<clipPath id="screen"><rect y="{terminal + 7}" width="{width:g}" '
            f'height="{drawing.row_top(shown.rows)}"/></clipPath>'
            f'<g clip-path="url(#window)">'
            f'<rect width="{width:g}" height="{height}" fill="{drawing.BACKGROUNDS["window"]}"/>'
            f"{drawing.bar(0, shown.file, shown.columns)}{code}"
            f"{drawing.bar(terminal - drawing.BAR, 'Terminal', shown.columns)}"
            f'<g clip-path="url(#screen)"><g transform="translate({drawing.MARGIN} {terminal + 7})">'
            f'<g class="move" style="animation-name:{self.scrolling()}">{printed}</g></g></g></g>'
            f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1}" rx="9" fill="none" stroke="#6b7a89"/>')

    def svg(self, title):
        width, height, panes = self.panes()
        told = "\n".join(self.animation.told)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" id="still" width="{width:g}" height="{height}" '
                f'viewBox="0 0 {width:g} {height}" role="img" aria-labelledby="title desc">\n'
                f'<title id="title">{escape(title)}</title>\n<desc id="desc">{escape(told)}</desc>\n'
                f"{self.style()}\n{panes}\n</svg>\n".replace("<g ", "\n<g "))
