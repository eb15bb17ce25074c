"""Reads the hostile corpus: what each fixture hands in, and what it must get for it.

A fixture is a folder NAME with expected.toml and either exercise.cu, which is handed in with all that lies
beside it, or hand_in.py, where the shape itself is the attack. Its exercise.cu may include "solution.cu",
which is the course's solution of the lesson, and files of parts/; students hand in one file, so both are
put in place of their include here. SOLUTION_BUT(a, b) is the solution, too, in which a and b are called
solved_a and solved_b, so that an attack can have its own. Where the attack stands in the midst of a
solution, there is exercise.change instead: what changes the solution into what is handed in
(autograder/course/lesson/change.h); with a line `From: NAME`, what changes that fixture's exercise. It may
include parts, too.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import addresses

CORPUS = Path(__file__).resolve().parent
COURSE = CORPUS.parents[2]
BUILD = Path(os.environ.get("COURSE_BUILD", COURSE / "build"))
LESSON = "01-first-child-grid"
INCLUDE = re.compile(r'^#include "(solution\.cu|\.\./parts/\w+\.cu)"\n', re.MULTILINE)
FROM = re.compile(r"^From: (\w+)$", re.MULTILINE)
SOLUTION_BUT = re.compile(r"^SOLUTION_BUT\(([\w\s,]+)\)\n", re.MULTILINE)


@dataclass(frozen=True)
class Fixture:
    """What expected.toml says.

    lesson: another than 01-first-child-grid.
    verdicts: those that the lesson and each of its checks that does not pass may have; `refused` where it
        is not taken in.
    points: the sum, "full", or a list of those that are allowed.
    because: words that stand in one of the messages at least.
    flagged: whether the instructor is to be told of it.
    gap: why it gets through; empty if, as should be, it does not. The test holds that too, so that
        closing it is noticed.
    gate: a name that it refers to and may not, so that it does not compile. All else is then what becomes
        of it behind that gate: see hostile_corpus_test.py --behind-the-gate.
    drawn: words that stand in the picture on the student's page.
    untold: words that do not stand on that page.
    in_given_code: it is graded as every class is, in the course's own code; all others as by --any-given-code,
        so that the walls behind are tried.
    neighbor: it names itself after the honest student behind it, who is there in the corpus's own class;
        other classes leave it out.
    """

    name: str
    idea: str
    lesson: str
    verdicts: tuple[str, ...]
    points: tuple[int, ...]
    because: str
    flagged: bool | None
    gap: str
    gate: str
    neighbor: bool
    in_given_code: bool = False
    drawn: str = ""
    untold: str = ""

    def at_the_gate(self) -> "Fixture":
        """What becomes of it where imports are looked at, as they are in every class."""
        if not self.gate:
            return self
        because = f"{self.gate} is not "
        return replace(self, verdicts=("does_not_compile",), points=(0,), because=because, flagged=None)

    @property
    def folder(self) -> Path:
        return CORPUS / self.name


def solution(lesson: str) -> str:
    """The whole of it, which the build has put together."""
    return (BUILD / "solutions" / lesson / "exercise.cu").read_text()


def full_points(lesson: str) -> int:
    facts = tomllib.loads((COURSE / "lessons" / lesson / "lesson.toml").read_text())
    return sum(check["points"] for check in facts["check"])


def checks_of(lesson: str) -> list[str]:
    facts = tomllib.loads((COURSE / "lessons" / lesson / "lesson.toml").read_text())
    return [check["name"] for check in facts["check"]]


def fixtures() -> list[Fixture]:
    """All of the corpus, by name."""
    return [read(file.parent) for file in sorted(CORPUS.glob("*/expected.toml"))]


def read(folder: Path) -> Fixture:
    expected = tomllib.loads((folder / "expected.toml").read_text())
    lesson = expected.pop("lesson", LESSON)
    points = expected.pop("points")
    allowed = points if isinstance(points, list) else [points]
    fixture = Fixture(
        name=folder.name,
        idea=idea_of(folder),
        lesson=lesson,
        verdicts=tuple(expected.pop("verdicts")),
        points=tuple(full_points(lesson) if p == "full" else p for p in allowed),
        because=expected.pop("because", ""),
        flagged=expected.pop("flagged", False),
        gap=expected.pop("gap", ""),
        gate=expected.pop("gate", ""),
        neighbor=expected.pop("neighbor", False),
        in_given_code=expected.pop("in_given_code", False),
        drawn=expected.pop("drawn", ""),
        untold=expected.pop("untold", ""),
    )
    if expected:
        raise ValueError(f"{folder.name}/expected.toml: nobody knows {', '.join(expected)}")
    return fixture


def idea_of(folder: Path) -> str:
    """The first sentences of its file, up to the first line that is no comment."""
    script = folder / "hand_in.py"
    if script.exists():
        return " ".join(script.read_text().split('"""')[1].split())
    lines = []
    change = folder / "exercise.change"
    file = change if change.exists() else folder / "exercise.cu"
    for line in file.read_text().splitlines():
        if not line.startswith("// "):
            break
        lines.append(line.removeprefix("// "))
    return " ".join(lines)


def source(fixture: Fixture) -> str:
    """Its exercise.cu as one file."""

    def in_place(found: re.Match) -> str:
        name = found[1]
        if name == "solution.cu":
            return solution(fixture.lesson)
        return whole((fixture.folder / name).read_text())

    def whole(text: str) -> str:
        return INCLUDE.sub(in_place, SOLUTION_BUT.sub(with_names_solved, text))

    change = fixture.folder / "exercise.change"
    if change.exists():
        other = FROM.search(change.read_text())
        before = source(read(CORPUS / other[1])) if other else solution(fixture.lesson)
        return whole(changed(before, change))
    return whole((fixture.folder / "exercise.cu").read_text())


def with_names_solved(found: re.Match) -> str:
    names = re.findall(r"\w+", found[1])
    before = "".join(f"#define {name} solved_{name}\n" for name in names)
    return before + '#include "solution.cu"\n' + "".join(f"#undef {name}\n" for name in names)


def changed(text: str, change: Path) -> str:
    """The text with a mistake or an attack; what does not fit, the course program says."""
    apply = [BUILD / "autograder/course/course", "apply", change, "/dev/stdin"]
    return subprocess.run(apply, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout


def hand_in(fixture: Fixture, class_folder: Path, student: str) -> str:
    """Puts what it hands in into the class's folder. Returns the name that the student then has."""
    script = fixture.folder / "hand_in.py"
    if script.exists():
        spec = importlib.util.spec_from_file_location(fixture.name, script)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        renamed = module.hand_in(class_folder, student, fixture.lesson, solution(fixture.lesson))
        return renamed or student
    folder = class_folder / student / fixture.lesson
    folder.mkdir(parents=True)
    for file in fixture.folder.iterdir():
        if file.name not in ("exercise.cu", "exercise.change", "expected.toml"):
            shutil.copy(file, folder / file.name)
    (folder / "exercise.cu").write_text(addresses.put_in(source(fixture), BUILD))
    return student
