#!/usr/bin/env python3
"""Makes the site: writes the pages, lets Doxygen make HTML of them, puts pictures and formulas
beside it, makes the search, and looks for links that lead nowhere. CMake fills in the tools and
folders; RUN starts what needs Node:

    build.py --tree CHECKOUT --out FOLDER --slides FOLDER --doxygen PROGRAM --katex FOLDER --web RUN
             --compiler PROGRAM

FOLDER/Doxyfile is there already; FOLDER/html/index.html is the front page afterwards.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import breadcrumbs
import check_site
import contents_page
import lessons
import pages
import reference_pages
import rows
import search_entries
from markdown import PageError

HERE = pathlib.Path(__file__).parent


def copy_katex(katex, html):
    """The files that set formulas, and the fonts in the form that browsers take."""
    (html / "katex").mkdir()
    for name in ("katex.min.js", "katex.min.css", "contrib/auto-render.js"):
        shutil.copy(katex / name, html / "katex")
    shutil.copytree(katex / "fonts", html / "katex/fonts",
                    ignore=lambda _, names: [name for name in names if not name.endswith("woff2")])


def copy_slides(built, beside):
    """The decks that are built already, so that the site is one folder to hand on."""
    beside.mkdir()
    for kind in ("*.html", "*.pdf"):
        for deck in built.glob(kind):
            shutil.copy(deck, beside)


def make_search(given, html):
    """html/search, from all pages and slides as they are now."""
    entries = given.out / "search-entries.json"
    entries.write_text(json.dumps(search_entries.entries(html, lessons.load(given.tree))))
    run_node(given, "search_index.mjs", entries, html / "search")


def run_node(given, script, *arguments):
    """A script of slides/web. Where Node is missing, the exit code says that to a test."""
    code = subprocess.run([given.web, script, *arguments], check=False).returncode
    if code != 0:
        sys.exit(code)


def build(given):
    html = given.out / "html"
    shutil.rmtree(html, ignore_errors=True)
    pages.write(given.tree, given.out / "pages", given.slides, given.compiler)
    if subprocess.run([given.doxygen, "Doxyfile"], cwd=given.out, check=False).returncode != 0:
        sys.exit("the documentation is not made: doxygen says why above")
    for picture in (given.out / "pages/pictures").iterdir():
        shutil.copy(picture, html)
    for folder_page in html.glob("dir_*.html"):  # nothing leads there
        folder_page.unlink()
    for script in ("site.js", "theme.js", "search.js"):
        shutil.copy(HERE / script, html)
    copy_katex(given.katex, html)
    copy_slides(given.slides, html / "slides")
    rows.name_all(html)
    reference_pages.rewrite_all(html)
    contents_page.write(given.out / "pages", html)
    breadcrumbs.write_all(html)
    run_node(given, "source_pages.mjs", given.tree, html)
    run_node(given, "launch_graphs.mjs", given.out / "pages/graphs", html)
    make_search(given, html)
    return check_site.check(html)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("tree", "out", "slides", "katex", "web"):
        options.add_argument(f"--{name}", type=pathlib.Path, required=True)
    options.add_argument("--doxygen", required=True)
    options.add_argument("--compiler", required=True, help="a C++ compiler, which reads the emulator's headers")
    try:
        return build(options.parse_args())
    except (PageError, rows.RowsError) as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(main())
