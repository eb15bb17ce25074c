"""The groups of the reference, in the order of contents.toml: its own, one for each lesson's exercise.h,
and one for each header that it lists.

The words of a header's group are the comment with which the header opens; filter.py puts its
declarations into the group. So the headers stay as students and check writers read them.
"""

import re

# What an exercise.h says once for all its functions; filter.py says it of each of them.
RETURNS = re.compile(r"(?:Unless said otherwise )?\b(?:[Ee]very|a)\s+function\s+returns\s+(0,\s+or[^.;]*)[^.]*\.")
# With this the comment of every exercise.h begins; its lesson's summary says more.
AGREED = "What the exercise and its checks agree on: "


def opening_comment(file):
    """The comment at the top of a C++ file, without its slashes."""
    lines = []
    for line in file.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    return "\n".join(lines)


def header_group(path):
    """The group of a listed header: harness-elements for elements.h, given for lessons/given.h."""
    if path.name == "exercise.h":
        return f"exercise-{path.parent.name}"
    if path.parent.name == "lessons":
        return path.stem
    return f"harness-{path.stem.replace('_', '-')}"


def group(identifier, title, parent, words):
    # A comment of a file may show code by indenting it, as Markdown does.
    inside = f"@ingroup {parent}\n" if parent else ""
    return f"/** @defgroup {identifier} {title}\n{inside}\n{words}\n*/\n"


def listed_groups(site):
    """A group whose words are a header's own takes them from there."""
    words = {header_group(site.tree / header["source"]): opening_comment(site.tree / header["source"])
             for header in site.headers}
    for listed in site.groups:
        yield group(listed["id"], listed["title"], listed.get("parent"),
                    listed.get("words") or words[listed["id"]])
        if listed["id"] == "exercises":
            yield from (exercise_group(lesson) for lesson in site.lessons)


def exercise_group(lesson):
    first, _, rest = opening_comment(lesson.folder / "exercise.h").partition(".")
    agreed = first.removeprefix(AGREED).replace("\n", " ")
    words = (f"{lesson.summary}\n\n@ref {lesson.id} explains the task. The exercise and its checks agree "
             f"on {agreed}.{RETURNS.sub('', rest)}")
    return group(lesson.exercise, f"{lesson.number} {lesson.title}", "exercises", words)


def header_groups(site):
    for header in site.headers:
        if "title" in header:
            path = site.tree / header["source"]
            yield group(header_group(path), header["title"], header["group"], opening_comment(path))


def groups(site):
    return "".join([*listed_groups(site), *header_groups(site),
                    "/** @namespace harness\n@brief What checks are written with.\n*/\n"])
