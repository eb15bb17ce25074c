"""The pages that show code: of each lesson the skeleton, the interface and what students get wrong; and
the code that lessons share, their given.h and the benchmarks. Not the solutions, and of a mistake
not its lines, which stand in a solution.

A page has a place for each file; slides/web/source_pages.mjs fills it with the colored lines.
"""

import dataclasses
import html
import pathlib
import re

from lessons import raw
from markdown import RULE

BENCHMARKS = "lessons/benchmarks"
SHARED_HEADERS = ["measure.h", "blocks.h", "children.h"]


def anchor(path):
    """The name of a file's part of its page; its lines are ANCHOR-L1, ANCHOR-L2, …"""
    return path.name.replace(".", "-")


def place(tree, path):
    """What source_pages.mjs fills."""
    return raw(f'<div class="source" data-source="{path.relative_to(tree)}" '
               f'data-name="{anchor(path)}"></div>')


def part(page_id, tree, path, words):
    return (f"## {path.name} {{#{page_id}--{anchor(path)}}}\n\n{words}\n{place(tree, path)}\n")


# ---- Mistakes -------------------------------------------------------------------------------------


@dataclasses.dataclass
class Mistake:
    """What the head of a file in solutions/NN-name/mistakes says."""

    name: str
    check: str
    words: list
    why: str

    @property
    def title(self):
        return self.name.replace("-", " ").capitalize()

    @property
    def rules(self):
        return [rule for words in self.words for rule in RULE.findall(words)]


def read_mistake(file):
    head = file.read_text().partition("\n\n")[0]
    said = {key: re.findall(rf"^{key}: (.*)$", head, re.M) for key in ("Check", "Words", "Why")}
    return Mistake(file.stem, said["Check"][0], said["Words"], " ".join(said["Why"]))


def mistakes_of(tree, lesson):
    folder = tree / "solutions" / lesson.name / "mistakes"
    return [read_mistake(file) for file in sorted(folder.glob("*.change"))]


def linked_rules(text, rules):
    return RULE.sub(lambda rule: f'<a href="rules.html#rule-{rule[1]}">{rule[1]}</a>'
                    if rule[1] in rules else rule[1], text)


def mistake_row(mistake, rules):
    shown = "<br>".join(linked_rules(f"<code>{html.escape(words, quote=False)}</code>", rules)
                        for words in mistake.words)
    why = re.sub(r"`([^`]+)`", r"<code>\1</code>", linked_rules(html.escape(mistake.why, quote=False), rules))
    return (f"<tr><td><b>{html.escape(mistake.title)}</b><br>{why}</td>"
            f"<td><code>{mistake.check}</code></td><td>{shown}</td></tr>")


def mistakes_table(tree, lesson, rules):
    rows = "\n".join(mistake_row(mistake, rules) for mistake in mistakes_of(tree, lesson))
    heads = "".join(f'<th class="markdownTableHeadNone" scope="col">{words}</th>'
                    for words in ("mistake", "check that catches it", "words of the message"))
    # As Doxygen writes its tables, all rows in one body: so the heads are as wide as the cells.
    return raw(f'<table class="markdownTable">\n<tr class="markdownTableHead">{heads}</tr>\n{rows}\n</table>')


# ---- Benchmarks -----------------------------------------------------------------------------------


def benchmarks(tree):
    """Each program of the benchmarks and the lessons for which it was written, as their README says."""
    found = []
    text = (tree / BENCHMARKS / "README.md").read_text()
    for title, body in re.findall(r"^## (.*)\n((?:(?!## ).*\n?)*)", text, re.M):
        numbers = re.search(r"\(lessons? (\d+)(?: to (\d+))?\)", title)
        program = re.search(r"\]\((\w+\.cu)\)", body)
        if numbers and program:
            first, last = int(numbers[1]), int(numbers[2] or numbers[1])
            found.append((tree / BENCHMARKS / program[1], range(first, last + 1)))
    return found


def benchmark_id(path):
    return f"code-benchmark-{path.stem.replace('_', '-')}"


# ---- Pages ----------------------------------------------------------------------------------------


def lesson_page_id(lesson):
    return f"code-{lesson.name}"


def code_links(site, lesson):
    """Links from a lesson to its code, as Markdown."""
    page = lesson_page_id(lesson)
    links = [f"[skeleton](@ref {page}--skeleton-cu)", f"[interface](@ref {page}--exercise-h)",
             "[given.h](@ref code-given)"]
    links += [f"[benchmark {path.name}](@ref {benchmark_id(path)})"
              for path, lessons in benchmarks(site.tree) if int(lesson.number) in lessons]
    return ", ".join([*links, f"[common mistakes](@ref {page}--mistakes)"])


def lesson_page(site, lesson):
    page = lesson_page_id(lesson)
    return (f"# Code of lesson {lesson.number} {{#{page}}}\n\n"
            f"The code that you get in @ref {lesson.id}. A line's number is a link to that line.\n\n"
            + part(page, site.tree, lesson.folder / "skeleton.cu",
                   "What `exercise.cu` is before you begin.")
            + part(page, site.tree, lesson.folder / "exercise.h",
                   "What the checks call. Every lesson also has [given.h](@ref code-given).")
            + f"## Mistakes {{#{page}--mistakes}}\n\nMistakes that the tests of this lesson make on "
              "purpose, the check that must catch each of them, and words that the message must "
              "have.\n"
            + mistakes_table(site.tree, lesson, site.rules))


def shared_page(site, identifier, title, words, paths):
    parts = "".join(part(identifier, site.tree, path, "") for path in paths)
    return f"# {title} {{#{identifier}}}\n\n{words}\n\n{parts}"


def write(site):
    """Writes all pages of code; gives the ids of those that no lesson has below it."""
    for lesson in site.lessons:
        (site.out / f"{lesson_page_id(lesson)}.md").write_text(lesson_page(site, lesson))
    folder = site.tree / BENCHMARKS
    pages = {"code-given": ("Code that all lessons are given", "Every exercise includes this header.",
                            [site.tree / "lessons/given.h"]),
             "code-benchmark-headers": ("Headers of the benchmarks", "What the benchmarks share.",
                                        [folder / name for name in SHARED_HEADERS])}
    for path, lessons in benchmarks(site.tree):
        names = ", ".join(f"@ref {lesson.id}" for lesson in site.lessons
                          if int(lesson.number) in lessons)
        pages[benchmark_id(path)] = (f"Benchmark {path.name}", f"Measures what is told in {names}. It "
                                     "includes [headers](@ref code-benchmark-headers).", [path])
    for identifier, (title, words, paths) in pages.items():
        text = shared_page(site, identifier, title, words, paths)
        (site.out / f"{identifier}.md").write_text(text)
    return list(pages)


def page_ids(tree, lessons):
    """Where links to files of code lead."""
    found: dict[pathlib.Path, str] = {tree / "lessons/given.h": "code-given"}
    for lesson in lessons:
        found[lesson.folder / "skeleton.cu"] = lesson_page_id(lesson)
    for name in SHARED_HEADERS:
        found[tree / BENCHMARKS / name] = "code-benchmark-headers"
    for path, _ in benchmarks(tree):
        found[path] = benchmark_id(path)
    return {path.resolve(): identifier for path, identifier in found.items()}
