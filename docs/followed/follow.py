#!/usr/bin/env python3
"""Does what a page tells its readers to do, in a course of its own, and compares what it sees with
what the page shows:  follow.py PAGE --tree CHECKOUT --cmake FILE [--own-checks] [--show]

A page says what to do in blocks of code:

- After a line that ends in `PATH`: the block is written to this file.
- After a line that ends in `PATH`, region `NAME`: the block goes between `// begin: NAME` and
  `// end: NAME` of the file, in the place of what stands there.
- A block of ```console has commands behind "$ ", run from the course's root, each followed by what
  it prints. A line "…" stands for any lines; times may differ. Commands may fail, as the page says.

--own-checks: only what the page writes is checked, by a check program that is built from it; else
the check program that is built already serves. --show prints what is seen instead of comparing, for
those who write such a page.
"""

import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FILE = re.compile(r"`([^`]+)`:$")
REGION = re.compile(r"`([^`]+)`, region `([^`]+)`:$")
SECONDS = re.compile(r"\s*\b\d+(\.\d+)? s(ec)?\b")


class Fault(Exception):
    """The page and the course do not agree."""


def blocks(page):
    """(line number, the line before it, language, text) for each block of code."""
    before, start, language, text = "", 0, None, []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if language is None and line.startswith("```"):
            start, language, text = number, line[3:].strip(), []
        elif language is not None and line == "```":
            yield start, before, language, "\n".join(text) + "\n"
            language, before = None, ""
        elif language is not None:
            text.append(line)
        elif line.strip():
            before = line.strip()


def students_files(lessons):
    """For copytree: what a student has written in this checkout, which the page's reader has not."""
    def ignored(folder, names):
        own = {"exercise.cu", "answers.toml"} if pathlib.Path(folder).parent == lessons else set()
        return own & set(names)
    return ignored


def make_course(root, tree, cmake, own_checks):
    """A checkout for the page: its lessons, without what the course is built from."""
    for part in ("course", "cmake", "solutions", "lessons"):
        if (tree / part).is_dir():
            shutil.copytree(tree / part, root / part, ignore=students_files(tree / "lessons"))
        else:
            shutil.copy(tree / part, root / part)
    shutil.copy(cmake, root / "CMakeLists.txt")
    if own_checks:
        checks = root / "autograder/checks"
        shutil.copytree(tree / "autograder/checks", checks,
                        ignore=shutil.ignore_patterns("[0-9][0-9]-*"))
        for folder in [*(root / "lessons").glob("[0-9]*"), *(root / "solutions").glob("[0-9]*")]:
            shutil.rmtree(folder)
    (root / "build").mkdir()
    for whom in ("students", "tests"):  # packages are not what the page is about
        stamp = root / f"build/.packages-for-{whom}"
        stamp.touch()
        os.utime(stamp, (2**32, 2**32))


def put_region(root, path, name, text):
    file = root / path
    begin, end = f"// begin: {name}\n", f"// end: {name}\n"
    before, found, rest = file.read_text().partition(begin)
    if not found:
        raise Fault(f"{path} has no region {name}")
    indent = before[before.rindex("\n") + 1 :]
    file.write_text(before + begin + text + indent + end + rest.partition(end)[2])


def commands(text):
    """(command, the lines that it should print) of a console block."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def comparable(lines):
    return [SECONDS.sub("", line).rstrip() for line in lines]


def agrees(expected, actual):
    """Whether the lines are those of the page, where "…" stands for any."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "…" else
                      re.escape(line).replace("…", ".*") + r"\n" for line in comparable(expected))
    return re.fullmatch(pattern, "".join(line + "\n" for line in comparable(actual))) is not None


def run(root, command, expected, show):
    done = subprocess.run(["bash", "-c", command], cwd=root, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False)
    actual = [line for line in done.stdout.replace(str(root) + "/", "").splitlines()
              if not re.match(r"building |configuring ", line)]
    if show:
        print("\n".join(["$ " + command, *actual]), flush=True)
    elif not agrees(expected, actual):
        difference = "\n".join(difflib.unified_diff(expected, actual, "the page", "what was seen",
                                                    lineterm="", n=100))
        raise Fault(f"$ {command}\n{difference}")


def follow(page, root, show):
    for number, before, language, text in blocks(page):
        try:
            region, file = REGION.search(before), FILE.search(before)
            if language == "console":
                for command, expected in commands(text):
                    run(root, command, expected, show)
            elif region:
                put_region(root, region[1], region[2], text)
            elif file:
                (root / file[1]).parent.mkdir(parents=True, exist_ok=True)
                (root / file[1]).write_text(text)
        except Fault as fault:
            raise Fault(f"{page}:{number}: {fault}") from None


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("page", type=pathlib.Path)
    options.add_argument("--tree", type=pathlib.Path, required=True)
    options.add_argument("--cmake", type=pathlib.Path, required=True)
    options.add_argument("--own-checks", action="store_true")
    options.add_argument("--show", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        make_course(root, given.tree, given.cmake, given.own_checks)
        try:
            follow(given.page, root, given.show)
        except Fault as fault:
            log = root / "build/log"
            sys.exit(f"{fault}\n--- build/log ends with\n{log.read_text()[-3000:] if log.exists() else ''}")


if __name__ == "__main__":
    main()
