"""The page of all pages, to which the menu of a phone leads. Doxygen leaves it empty, since each page is
below another one in the table of contents.
"""

import html
import re

TITLE = re.compile(r"^# (.*) \{#([\w-]+)\}$", re.M)
BELOW = re.compile(r"^- @subpage ([\w-]+)$", re.M)
CONTENTS = re.compile(r'(<div class="contents">\n).*?(?=</div><!-- contents -->)', re.S)
# Pages of the reference are in no Markdown file; they have their own table of contents.
REFERENCE = '<li><a href="modules.html">Reference</a></li>'


def read(folder):
    """The title of each page and the pages below it, by its id, from the Markdown that Doxygen reads."""
    found = {}
    for path in folder.glob("*.md"):
        text = path.read_text()
        title = TITLE.search(text)
        found[title[2]] = (title[1], BELOW.findall(text))
    return found


def entries(pages, identifiers):
    for identifier in identifiers:
        title, below = pages[identifier]
        lower = f"<ul>{''.join(entries(pages, below))}</ul>" if below else ""
        yield f'<li><a href="{identifier}.html">{html.escape(title, quote=False)}</a>{lower}</li>'


def write(folder, site):
    """Fills the page in the folder `site`."""
    pages = read(folder)
    listed = "".join(entries(pages, pages["mainpage"][1]))
    path = site / "pages.html"
    path.write_text(CONTENTS.sub(rf'\1<nav aria-label="All pages"><ul>{listed}{REFERENCE}</ul></nav>\n',
                                 path.read_text()))
