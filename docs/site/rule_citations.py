"""Below each rule: which messages of the emulator cite it, which lessons teach it, and in which lessons
a common mistake breaks it. The pages named say so themselves; this is the way back."""

import collections
import re

import code_pages
import rows
from lessons import raw
from markdown import RULE

REPORTS = "docs/emulator-and-hardware.md"
ROW = re.compile(r"^\| (?P<words>`[^|]*`) \|.*\| (?P<rules>[^|]*) \|$", re.M)


def messages(tree):
    """For each rule the messages that cite it: (word, address of its row)."""
    text = (tree / REPORTS).read_text()
    table = text.partition("## What the emulator reports\n")[2].partition("\n## ")[0]
    found = collections.defaultdict(list)
    for row in ROW.finditer(table):
        words = re.findall(r"`([^`]+)`", row["words"])
        address = f"emulator-and-hardware.html#{rows.name_of('message', row['words'].replace('`', ''))}"
        for rule in RULE.findall(row["rules"]):
            found[rule] += [f'<a href="{address}">{word}</a>' for word in words]
    return found


def taught(lessons):
    """For each rule the lessons whose section Rules lists it."""
    found = collections.defaultdict(list)
    for lesson in lessons:
        section = lesson.text.partition("\n## Rules\n")[2].partition("\n## ")[0]
        for named in re.findall(r"^- \*\*([^*]+)\*\*", section, re.M):
            for rule in RULE.findall(named):
                found[rule].append(f'<a href="{lesson.id}.html">{lesson.number}</a>')
    return found


def broken(tree, lessons):
    """For each rule the lessons in which a mistake's message cites it."""
    found = collections.defaultdict(list)
    for lesson in lessons:
        address = f"{code_pages.lesson_page_id(lesson)}.html#{code_pages.lesson_page_id(lesson)}--mistakes"
        for rule in sorted({rule for mistake in code_pages.mistakes_of(tree, lesson)
                            for rule in mistake.rules}):
            found[rule].append(f'<a href="{address}" aria-label="Mistakes of lesson {lesson.number}">'
                               f"{lesson.number}</a>")
    return found


def citations(site):
    """For each rule the lines that follow it on the page of the rules."""
    kinds = [("Messages", messages(site.tree)), ("Lessons", taught(site.lessons)),
             ("Mistakes in lessons", broken(site.tree, site.lessons))]
    shown = {}
    for rule in site.rules:
        parts = [f"<p>{kind}: {', '.join(found[rule])}</p>" for kind, found in kinds if found.get(rule)]
        counts = [f"{kind.lower()} ({len(found[rule])})" for kind, found in kinds if found.get(rule)]
        if parts:
            shown[rule] = raw('<details class="cited"><summary>Where it appears: '
                              f'{", ".join(counts)}</summary>{"".join(parts)}</details>').split("\n")
    return shown
