"""Puts the way to a page above its title. Doxygen writes it below the text, leaves the page itself out,
and leaves pages of the reference without one.
"""

import html
import re

PATH = re.compile(r'<div id="nav-path" class="navpath"><ul>(.*?)</ul></div>', re.S)
LINK = re.compile(r'<a class="el" href="([^"]+)">([^<]*)</a>')
GROUPS = re.compile(r'<div class="ingroups">(.*?)</div>', re.S)
TITLE = re.compile(r'<div class="title">([^<]*)')
TEXT = '<div id="doc-content">\n'
HOME = ("index.html", "CUDA Dynamic Parallelism")
REFERENCE = ("modules.html", "Reference")


def way_to(name, text):
    """(address, title) of the pages above this one."""
    above = LINK.findall(PATH.search(text)[1])
    if not name.startswith("group__"):
        return above or [HOME]
    groups = GROUPS.search(text)
    return [HOME, REFERENCE, *(LINK.findall(groups[1]) if groups else [])]


def with_breadcrumb(name, text):
    title = html.unescape(TITLE.search(text)[1]).strip()
    links = "".join(f'<li><a href="{address}">{words}</a></li>' for address, words in way_to(name, text))
    way = (f'<nav class="breadcrumb" aria-label="Where this page stands"><ol>{links}'
           f'<li aria-current="page">{html.escape(title, quote=False)}</li></ol></nav>\n')
    return PATH.sub('<div id="nav-path" class="navpath"></div>', text).replace(TEXT, TEXT + way, 1)


def write_all(folder):
    """Rewrites the pages in `folder`, except the front page, which is above all others."""
    for page in folder.glob("*.html"):
        text = page.read_text()
        if page.name != "index.html" and PATH.search(text):
            page.write_text(with_breadcrumb(page.name, text))
