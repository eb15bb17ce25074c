#!/usr/bin/env python3
"""Writes docs/attacks.md from the hostile corpus: page.py, or page.py --check to see that it is so."""

import difflib
import sys

import corpus

PAGE = corpus.COURSE / "docs" / "attacks.md"
TITLES = {
    "passed": "Harmless: right, and gets its points",
    "failed": "The attack is refused, and the exercise is not done",
    "does_not_compile": "Does not compile",
    "does_not_load": "Does not load",
    "exited_early": "Ends too early",
    "crashed": "Crashes",
    "timed_out": "Takes too long",
    "out_of_memory": "Takes too much memory",
    "refused": "Is refused before grading",
}
OPENING = """\
# What attackers tried

This page lists submissions that attack the grader, and what each gets for it. Each is a folder of
[the hostile corpus](../autograder/grading/hostile/README.md), from which this page is generated. A test
grades all of them as one class, with one ordinary student after each attacker. Every attacker gets what this
page says, every ordinary student gets full marks, and nothing is left on the machine.

{known}

If the attack is the only thing that would make a submission right, a successful attack would give full
marks, and the test would see it. If a submission is right except for one thing, the other checks still
give their points.

Compiled code calls a *hook* at each memory access, so that the emulator's *checker* sees the access. The
checker's on/off switch is a byte in the emulator's memory. The *border* separates the emulator from an
untrusted program. Where a row says why an attack should work, that is the attacker's reasoning.
"""

KNOWN = "The last section lists what is known to get through."
NOTHING_KNOWN = "No submission gets points that it has not earned."

GATE = """
## Refers to a name that exercises may not use

A list (`autograder/emulator/toolchain/objects/permitted_imports.inc`) says what exercises may call. These
submissions call something else, so they do not compile, get 0 points and are flagged. The last column says
what happens if they are compiled anyway: a test makes sure that the other defenses hold without this one.

| submission | what it does | name | if compiled anyway |
|---|---|---|---|
"""


GIVEN = """
## Changes the course's own code

Students write in *regions* between markers. The rest of an exercise is the course's *given code*, and a
class is graded with the course's text there, whatever a file says
(`autograder/course/given/given_code.h`). These submissions try to change it. All other attackers on this
page are graded with `--any-given-code`, which leaves this defense out, so that the other defenses are
tested, too.

| submission | what it does | verdict | points |
|---|---|---|---|
"""


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;").replace("\n", " ").strip()


def points(fixture: corpus.Fixture) -> str:
    most = corpus.full_points(fixture.lesson)
    low, high = min(fixture.points), max(fixture.points)
    amount = f"{low}" if low == high else f"{low} to {high}"
    return f"{amount} of {most}"


def row_at_the_gate(fixture: corpus.Fixture) -> str:
    name = fixture.name.replace("_", " ")
    behind = " or ".join(v.replace("_", " ") for v in fixture.verdicts)
    return f"| {name} | {cell(fixture.idea)} | `{fixture.gate}` | {behind}, {points(fixture)} |\n"


def row(fixture: corpus.Fixture) -> str:
    verdicts = " or ".join(v.replace("_", " ") for v in fixture.verdicts)
    flagged = ", flagged" if fixture.flagged else ""
    name = fixture.name.replace("_", " ")
    return f"| {name} | {cell(fixture.idea)} | {verdicts}{flagged} | {points(fixture)} |\n"


def page() -> str:
    fixtures = corpus.fixtures()
    gaps = [f"| {f.name.replace('_', ' ')} | {cell(f.idea)} | {cell(f.gap)} |\n" for f in fixtures if f.gap]
    text = OPENING.format(known=KNOWN if gaps else NOTHING_KNOWN)
    for verdict, title in TITLES.items():
        alike = [f for f in fixtures if f.verdicts[0] == verdict and not (f.gap or f.gate or f.in_given_code)]
        rows = [row(fixture) for fixture in alike]
        text += f"\n## {title}\n\n| submission | what it does | verdict | points |\n|---|---|---|---|\n"
        text += "".join(rows)
    text += GIVEN + "".join(row(f) for f in fixtures if f.in_given_code and not f.gap)
    text += GATE + "".join(row_at_the_gate(f) for f in fixtures if f.gate and not f.gap)
    if gaps:
        text += "\n## Gets through today\n\n| submission | what it does | why |\n|---|---|---|\n"
        text += "".join(gaps)
    return text


def main() -> int:
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page())
        return 0
    there = PAGE.read_text()
    sys.stdout.writelines(
        difflib.unified_diff(there.splitlines(True), page().splitlines(True), "as it is", "as it is to be")
    )
    if there != page():
        print(f"\n{PAGE.name} is not what the corpus says: run autograder/grading/hostile/page.py")
    return int(there != page())


if __name__ == "__main__":
    sys.exit(main())
