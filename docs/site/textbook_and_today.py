"""The table *textbook and today*, made of the boxes of that name in the lessons: what a lesson says
about the textbook stands in the lesson, and nowhere else."""

import re

from markdown import BOX, PageError


def box(lesson):
    """The paragraphs of the lesson's box, as Markdown."""
    found = re.search(re.escape(BOX) + r"\n((?:>.*\n?)+)", lesson.text)
    if not found:
        raise PageError(f"{lesson.readme}: there is no box that begins with: {BOX}")
    text = "\n".join(line[1:].removeprefix(" ") for line in found[1].splitlines()).strip()
    return re.split(r"\n\s*\n", text)


def row(lesson):
    name = f"[{lesson.number} {lesson.title}](../{lesson.readme})"
    words = "<br><br>".join(" ".join(paragraph.split()) for paragraph in box(lesson))
    # Links of a lesson are written from its folder, this page stands in docs/.
    words = words.replace("](../../docs/", "](")
    words = words.replace("](../benchmarks/", "](../lessons/benchmarks/")
    return f"| {name} | {lesson.chapter or '–'} | {words} |\n"


def chapter(lessons):
    return ("\n## Lesson by lesson\n\n| lesson | chapter | textbook and today |\n|---|---|---|\n" +
            "".join(row(lesson) for lesson in lessons))
