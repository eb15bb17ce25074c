"""The page *CUDA names*: which rules, lessons and pages speak of a function, type or constant of CUDA.
It is made of the texts themselves, so that it says what is there."""

import collections
import re

from markdown import FENCE, RULE_DEFINITION

NAME = re.compile(r"\b(cuda[A-Z]\w+|__(?:sync|shfl|thread|active|ballot|any|all|match|reduce|is|pipeline)\w+|"
                  r"__\w+__|atomic[A-Z]\w+)\b(?!…)")
# Names that are no name of CUDA, but of the compiler or of our own.
OTHERS = re.compile(r"__(?:has_include|real__|attribute__|FILE__|LINE__|restrict__)|cudaNNN")
PAGES = ["rules", "limits-and-errors", "h200-facts", "textbook-and-today", "emulator",
         "emulator-and-hardware", "virtual-clock"]


def names_in(text):
    return {name for name in NAME.findall(text) if not OTHERS.match(name)}


def prose(text):
    """The lines of a page outside of longer pieces of code, which name much in passing."""
    fenced = False
    for line in text.splitlines():
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield line


def rules_by_name(text):
    found = collections.defaultdict(list)
    for line in text.splitlines():
        rule = RULE_DEFINITION.match(line)
        for name in names_in(line) if rule else ():
            found[name].append(rule[1])
    return found


def where_named(site):
    """For each name: the rules, the lessons and the other pages."""
    texts = {entry["id"]: (entry["source"], (site.tree / entry["source"]).read_text())
             for entry in site.listed if entry["id"] in PAGES}
    rules = rules_by_name(texts["rules"][1])
    lessons, pages = collections.defaultdict(list), collections.defaultdict(list)
    for lesson in site.lessons:
        for name in names_in("\n".join(prose(lesson.text))):
            lessons[name].append(f"[{lesson.number}](@ref {lesson.id})")
    for identifier, (_, text) in texts.items():
        for name in names_in("\n".join(prose(text))) if identifier != "rules" else ():
            pages[name].append(f"@ref {identifier}")
    return {name: (rules[name], lessons[name], pages[name])
            for name in sorted({*rules, *lessons, *pages}, key=lambda name: name.strip("_").lower())}


def page(site):
    rows = "".join(
        f"| `{name}` | {', '.join(f'[{rule}](@ref rule-{rule})' for rule in rules) or '–'} | "
        f"{', '.join(lessons) or '–'} | {', '.join(pages) or '–'} |\n"
        for name, (rules, lessons, pages) in where_named(site).items())
    return ("# CUDA names {#cuda-names}\n\nWhere the course explains a function, type or constant of "
            "CUDA: the rules that name it, the lessons, and other pages.\n\n"
            "| name | rules | lessons | pages |\n|---|---|---|---|\n" + rows)
