"""Writes what Doxygen reads: a page for each file that contents.toml names, one for each lesson,
the front page, and the groups of the reference. Fails, with file and line, at what cannot be shown.
"""

import html
import pathlib
import re
import shutil
import tomllib

import code_pages
import cuda_names
import front_page
import launch_graphs
import lessons
import reference
import rule_citations
import textbook_and_today
from cuda import support, themes
from markdown import Page

CONTENTS = pathlib.Path(__file__).with_name("contents.toml")

# Pages that are made of other texts, and the page that has them in the table of contents.
GENERATED = {"glossary": ["cuda-names"], "emulator": ["cuda-supported"]}


def rules_of(tree):
    """K1, K2, …: the rules that docs/rules.md states."""
    return set(re.findall(r"^\*\*([A-Z]\d+)\.\*\*", (tree / "docs/rules.md").read_text(), re.M))


class Site:
    """The pages as they are written, and what they have in common.

    `slides` is the folder of the built decks, NN-name.html each, which need not be there.
    """

    def __init__(self, tree, out, slides):
        contents = tomllib.loads(CONTENTS.read_text())
        self.tree = tree
        self.out = out
        self.slides = slides
        self.listed = contents["page"]
        self.groups = contents["group"]
        self.headers = contents["header"]
        self.lessons = lessons.load(tree)
        self.rules = rules_of(tree)
        self.pages = {(tree / page["source"]).resolve(): page["id"] for page in self.listed}
        for lesson in self.lessons:
            self.pages[(lesson.folder / "README.md").resolve()] = lesson.id
        self.pages |= code_pages.page_ids(tree, self.lessons)
        self.pictures = set()

    def page(self, source, identifier, text=None):
        return Page(self.tree, source, identifier, self.pages, self.rules, text)

    def write(self, page, text):
        (self.out / f"{page.id}.md").write_text(text)
        self.pictures |= page.pictures

    def children(self, parent):
        return [page["id"] for page in self.listed if page.get("parent") == parent]

    def reading_order(self):
        """(address, title) of the pages that a reader goes through, from the first to the last."""
        titles = {page["id"]: first_heading(self.tree / page["source"]) for page in self.listed}
        for page in self.listed:
            if "parent" in page or page["id"] == "index":
                continue
            for identifier in [page["id"], *self.children(page["id"])]:
                yield f"{identifier}.html", titles[identifier]
            if page["id"] == "lessons":
                yield from ((f"{lesson.id}.html", f"{lesson.number} {lesson.title}") for lesson in self.lessons)

    def neighbors(self, identifier):
        """Links to the pages before and after this one."""
        order = list(self.reading_order())
        place = [address for address, _ in order].index(f"{identifier}.html")
        links = ""
        for name, words, found in (("before", "Previous", order[place - 1 : place] if place else []),
                                   ("after", "Next", order[place + 1 : place + 2])):
            links += "".join(f'<a class="{name}" href="{address}"><span>{words}</span>{html.escape(title)}</a>'
                             for address, title in found)
        return lessons.raw(f'<nav class="neighbors" aria-label="Previous and next page">{links}</nav>')

    def write_listed(self):
        given, *benchmarks = code_pages.write(self)
        below = {"lessons": [*(lesson.id for lesson in self.lessons), given], "benchmarks": benchmarks}
        for entry in self.listed:
            if entry["id"] == "index":
                continue
            page = self.page(entry["source"], entry["id"])
            if entry["id"] == "textbook-and-today":
                page.text += textbook_and_today.chapter(self.lessons)
            if entry["id"] == "rules":
                page.cited_by = rule_citations.citations(self)
            text = page.convert() + self.neighbors(entry["id"])
            text += subpages([*below.get(entry["id"], []), *self.children(entry["id"]),
                              *GENERATED.get(entry["id"], [])])
            self.write(page, text)

    def write_lessons(self):
        for lesson in self.lessons:
            page = self.page(lesson.readme, lesson.id)
            links = code_pages.code_links(self, lesson)
            graph = launch_graphs.load(self.tree, lesson.name)
            if graph:
                (self.out / "graphs" / f"{lesson.name}.dot").write_text(launch_graphs.dot(graph))
            self.write(page, lessons.page(page, lesson, self.slides, links, graph, self.neighbors(lesson.id)) +
                       subpages([code_pages.lesson_page_id(lesson)]))

    def write_cuda_names(self):
        (self.out / "cuda-names.md").write_text(cuda_names.page(self))

    def write_cuda_support(self, compiler):
        for identifier, text in support.pages(self.tree, compiler).items():
            below = subpages(list(themes.PAGES)) if identifier == "cuda-supported" else ""
            (self.out / f"{identifier}.md").write_text(text + below)

    def write_front(self):
        page = self.page("README.md", "index")
        top = [entry["id"] for entry in self.listed
               if "parent" not in entry and entry["id"] != "index"]
        self.write(page, front_page.page(page, self.lessons, self.slides) +
                   subpages(top))


def first_heading(file):
    return file.read_text().partition("\n")[0].removeprefix("# ")


def subpages(identifiers):
    """What puts pages below this one in the table of contents; the page itself links them better."""
    if not identifiers:
        return ""
    listed = "\n".join(f"- @subpage {identifier}" for identifier in identifiers)
    return f'\n<div class="table-of-contents">\n\n{listed}\n\n</div>\n'


def write(tree, out, slides, compiler):
    """All pages and groups into the folder `out`, the pictures and graphs that they show below it."""
    shutil.rmtree(out, ignore_errors=True)
    for folder in ("pictures", "graphs"):
        (out / folder).mkdir(parents=True)
    site = Site(tree.resolve(), out, slides)
    site.write_listed()
    site.write_lessons()
    site.write_cuda_names()
    site.write_cuda_support(compiler)
    site.write_front()
    (out / "reference.dox").write_text(reference.groups(site))
    for picture in site.pictures:
        shutil.copy(picture, out / "pictures")
