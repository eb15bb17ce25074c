"""The groups of the reference: one for each lesson's exercise.h, one for each header of the harness.

A group's words are the comment with which its file opens; filter.py puts the file's declarations
into it. So the headers stay as students and check writers read them.
"""



def opening_comment(file):
    """The comment at the top of a C++ file, without its slashes."""
    lines = []
    for line in file.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    return "\n".join(lines)


def header_group(path):
    """The group of a harness header: harness-elements for elements.h."""
    return f"harness-{path.stem.replace('_', '-')}"


def group(identifier, title, parent, words):
    # A comment of a file may show code by indenting it, as Markdown does.
    return f"/** @defgroup {identifier} {title}\n@ingroup {parent}\n\n{words}\n*/\n"


def groups(site):
    text = ("/** @defgroup exercises Exercise interfaces\n"
            "What each lesson's exercise promises to its checks: the functions that the host calls.\n"
            "*/\n"
            "/** @defgroup harness-reference Harness reference\n"
            "What checks are made of; @ref writing-checks is the guide to it.\n*/\n"
            "/** @namespace harness\n@brief What checks are written with.\n*/\n")
    for lesson in site.lessons:
        words = opening_comment(lesson.folder / "exercise.h")
        words += f"\n\n@ref {lesson.id} explains the task."
        text += group(lesson.exercise, f"{lesson.number} {lesson.title}", "exercises", words)
    for header in site.headers:
        path = site.tree / header["source"]
        words = opening_comment(path) + f"\n\n<code>\\#include \"harness/{path.name}\"</code>"
        text += group(header_group(path), header["title"], "harness-reference", words)
    return text
