"""An Animation as SVG that moves by CSS alone, in a loop.

The picture stands still, at the moment that `still=True` has marked, where the reader prefers
reduced motion, where its address ends in #still, and where nothing animates it.
"""

from xml.sax.saxutils import escape

import drawing
from animation import ENTER, PROMPT, SCROLL, Part


class Loop:
    """Each moment is a percentage of the whole."""

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
        place = "{transform:translateY(0)}"
        frames = f"0%{place}"
        for moment, rows in self.animation.scrolled:
            frames += f"{self.percent(moment)}{place}"
            place = f"{{transform:translateY({-drawing.row_top(rows)}px)}}"
            frames += f"{self.percent(moment + SCROLL)}{place}"
        return self.name(frames + f"100%{place}")

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
