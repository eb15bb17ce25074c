"""The groups of the reference, in the order of contents.toml: its own, one for each lesson's exercise.h,
and one for each header that it lists.

The words of a header's group are the comment with which the header opens; filter.py puts its
declarations into the group. So the headers stay as students and check writers read them.
"""

import re
import textwrap

# What an exercise.h says once for all its functions; filter.py says it of each of them.
RETURNS = re.compile(r"(?:Unless said otherwise )?\b(?:[Ee]very|a)\s+function\s+returns\s+(0,\s+or[^.;]*)[^.]*\.")
# A function of an exercise.h.
FUNCTION = re.compile(r"^\w[\w *]*\b(\w+)\(", re.M)
# With this the comment of every exercise.h begins.
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


# What is code in a comment that is written as plain text: kMost, by_hand, drawn[i], TRY().
NAMES = re.compile(r"(?<![\w`@#/.\"-])(?:k[A-Z]\w*|\w+\[(?:[^\[\]]|\[[^\]]*\])+\](?:\.\w+)?|\*?[a-z]+(?:_[a-z]+)+(?:\(\))?|\w+\(\))"
                   r"(?![\w`\"/-]|\.\w)")
CODE = re.compile(r"(`[^`]*`)")
# A comment may show code by indenting it, as Markdown does.
INDENTED = re.compile(r"(?:^ {4,}\S.*\n?(?:\n(?= {4}))*)+", re.M)


def in_code_font(line):
    """`line` with its identifiers in backticks. A link of Doxygen's, @ref, stays one."""
    pieces = CODE.split(line)
    return "".join(piece if piece.startswith("`") else NAMES.sub(r"`\g<0>`", piece) for piece in pieces)


def formatted(words):
    """A plain comment with its identifiers in code font and its indented code in colors."""
    out, end = [], 0
    for block in INDENTED.finditer(words):
        out += [in_code_font(words[end:block.start()]), f"@code{{.cpp}}\n{textwrap.dedent(block[0]).rstrip()}\n@endcode\n"]
        end = block.end()
    return "".join([*out, in_code_font(words[end:])])


def group(identifier, title, parent, words):
    inside = f"@ingroup {parent}\n" if parent else ""
    return f"/** @defgroup {identifier} {title}\n{inside}\n{formatted(words)}\n*/\n"


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
    functions = ", ".join(f"`{name}`" for name in FUNCTION.findall((lesson.folder / "exercise.h").read_text()))
    words = (f"{agreed[0].upper()}{agreed[1:]}: {functions}.\n\nThe lesson is @ref {lesson.id}.{RETURNS.sub('', rest)}")
    return group(lesson.exercise, f"Interface {lesson.number}: {lesson.title}", "exercises", words)


def header_groups(site):
    for header in site.headers:
        if "title" in header:
            path = site.tree / header["source"]
            yield group(header_group(path), header["title"], header["group"], opening_comment(path))


def groups(site):
    return "".join([*listed_groups(site), *header_groups(site),
                    "/** @namespace harness\n@brief What checks are written with.\n*/\n"])
