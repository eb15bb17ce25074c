"""Gives rows of tables names, so that the search leads to the row and not to its page: an error, a
limit, a message of the emulator, a term of the glossary, a name of CUDA. Doxygen's Markdown has no
way to say it.
"""

import functools
import html
import re

from cuda import support, themes

# Page, the heading above the table (none: the first table), what the rows' names begin with.
TABLES = [
    ("limits-and-errors", "limits-and-errors--limits", "limit"),
    ("limits-and-errors", "limits-and-errors--errors", "error"),
    ("emulator-and-hardware", "emulator-and-hardware--what-the-emulator-reports", "message"),
    ("glossary", "", "term"),
    ("cuda-names", "", "api"),
]
# Pages whose tables are all of names of CUDA.
NAMES = list(themes.PAGES)
ROW = re.compile(r'<tr class="(markdownTableRow(?:Odd|Even))">\s*<td[^>]*>(.*?)</td>', re.S)


class RowsError(Exception):
    """A table that is not where it was."""


def name_of(prefix, cell):
    """message-race for a first cell that begins with `race`."""
    words = html.unescape(re.sub(r"<[^>]*>", "", cell)).strip()
    first = re.split(r"[,:(]", words)[0].strip().lower()
    return f"{prefix}-{re.sub(r'[^a-z0-9]+', '-', first).strip('-')}"


def name_rows(table, name):
    """Gives each row the anchor that `name` makes of its first cell."""
    return ROW.sub(lambda row: row[0].replace("<tr ", f'<tr id="{name(row[2])}" ', 1), table)


def name_all(folder):
    """Rewrites the pages in `folder`."""
    for page, heading, prefix in TABLES:
        path = folder / f"{page}.html"
        text = path.read_text()
        start = text.find(f'id="{heading}"') if heading else 0
        start = text.find('<table class="markdownTable">', start) if start >= 0 else -1
        if start < 0:
            raise RowsError(f"{page}.html has no table below #{heading}; see {__name__}.py")
        end = text.index("</table>", start)
        path.write_text(text[:start] + name_rows(text[start:end], functools.partial(name_of, prefix)) + text[end:])
    for page in NAMES:
        path = folder / f"{page}.html"
        path.write_text(name_rows(path.read_text(), support.anchor))
