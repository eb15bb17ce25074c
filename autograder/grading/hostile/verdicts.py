"""Compares a gradebook with what a class was made to get: one Expectation for each submission."""

import json
import sqlite3
from dataclasses import asdict, dataclass
from pathlib import Path

import corpus


@dataclass(frozen=True)
class Expectation:
    """What one lesson of one student must get.

    verdicts: of each check that does not pass, and of the lesson if none does; empty: any but a pass.
    points: the sums that are allowed; empty: less than all.
    check, words: a check that must not pass, and what must stand in its message.
    because: what must stand in the lesson's message or in one of its checks'.
    drawn: what must stand in the picture of the lesson.
    untold: what must not stand on the student's page.
    """

    student: str
    lesson: str
    what: str
    verdicts: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    check: str = ""
    words: tuple[str, ...] = ()
    because: str = ""
    flagged: bool | None = None
    drawn: str = ""
    untold: str = ""


@dataclass
class Verdict:
    """What the gradebook says of one lesson of one student."""

    verdict: str
    message: str
    points: int
    max_points: int
    seconds: float
    flags: str
    checks: list[tuple[str, str, str]]  # name, verdict, message


class Gradebook:
    def __init__(self, file: Path):
        self.database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        # What a student wrote may be in it, and need not be UTF-8 if something went wrong.
        self.database.text_factory = lambda raw: raw.decode(errors="surrogateescape")

    def verdicts(self) -> dict[tuple[str, str], Verdict]:
        """Of each student's lesson the score that counts, which is the newest."""
        found = {}
        rows = self.database.execute(
            "SELECT s.student, s.lesson, r.id, r.verdict, r.message, c.points, c.max_points, "
            "r.seconds, r.flags FROM scores c JOIN submissions s ON s.id = c.submission_id "
            "JOIN runs r ON r.id = c.run_id ORDER BY c.id"
        )
        for student, lesson, run, *rest in rows.fetchall():
            checks = self.database.execute(
                "SELECT name, verdict, message FROM checks WHERE run_id = ?", (run,)
            )
            found[student, lesson] = Verdict(*rest, checks.fetchall())
        for student, lesson, what in self.doubts():
            for key in found:
                if key == (student, lesson or key[1]):
                    found[key].flags += what
        return found

    def doubts(self) -> list[tuple[str, str, str]]:
        """What was noticed when it was taken in; no lesson: about all of a student's."""
        return self.database.execute("SELECT student, lesson, what FROM doubts").fetchall()

    def refusals(self) -> dict[str, str]:
        rows = self.database.execute("SELECT student, lesson, why FROM refusals")
        return {student: why for student, _, why in rows}

    def ungraded(self) -> list[tuple[str, str, str]]:
        """Attempts that failed by the grader's fault."""
        return self.database.execute(
            "SELECT s.student, r.state, r.message FROM runs r JOIN submissions s "
            "ON s.id = r.submission_id WHERE r.state != 'done' ORDER BY r.id"
        ).fetchall()


def of_fixture(fixture: corpus.Fixture, student: str) -> Expectation:
    return Expectation(
        student,
        fixture.lesson,
        f"hostile/{fixture.name}",
        fixture.verdicts,
        fixture.points,
        because=fixture.because,
        flagged=fixture.flagged,
        drawn=fixture.drawn,
        untold=fixture.untold,
    )


def of_solution(lesson: str, student: str) -> Expectation:
    points = (corpus.full_points(lesson),)
    return Expectation(student, lesson, "solution", ("passed",), points, flagged=False)


def faults(expected: Expectation, got: Verdict | None, refusal: str | None) -> list[str]:
    """What is not as expected, in sentences; none: all is well."""
    if expected.verdicts == ("refused",):
        if got is not None:
            return [f"was graded ({got.verdict}, {got.points} points), and should be refused"]
        if refusal is None:
            return ["was neither graded nor refused"]
        if expected.because in refusal:
            return []
        return [f"was refused because '{refusal}', which does not say '{expected.because}'"]
    if got is None:
        return [f"was refused: {refusal}" if refusal else "has no score"]
    return [*faults_of_verdict(expected, got), *faults_of_messages(expected, got)]


def faults_of_verdict(expected: Expectation, got: Verdict) -> list[str]:
    found = []
    others = [(name, verdict) for name, verdict, _ in got.checks if verdict != "passed"]
    if len(others) == len(got.checks) or not others:
        others.append(("the lesson", got.verdict))
    elif got.verdict == "passed":  # of a lesson that fails in parts it says "failed"
        found.append("the lesson is passed, but not all of its checks are")
    for name, verdict in others:
        if expected.verdicts and verdict not in expected.verdicts:
            found.append(f"{name} is {verdict}, expected is {' or '.join(expected.verdicts)}")
    if not expected.verdicts and got.verdict in ("passed", "grader_error"):
        found.append(f"the lesson is {got.verdict}, and has a mistake")
    if expected.points and got.points not in expected.points:
        allowed = " or ".join(map(str, expected.points))
        found.append(f"has {got.points} points of {got.max_points}, expected is {allowed}")
    if not expected.points and got.points >= got.max_points:
        found.append(f"has all {got.points} points")
    if expected.flagged is not None and bool(got.flags) != expected.flagged:
        found.append(f"is flagged: {got.flags}" if got.flags else "is not flagged")
    return found


def faults_of_messages(expected: Expectation, got: Verdict) -> list[str]:
    found = []
    messages = {name: message for name, _, message in got.checks} | {"": got.message}
    text = "\n".join(messages.values())
    if expected.because not in text:
        found.append(f"no message says '{expected.because}': {text[:300]!r}")
    odd = {c for c in text if c not in "\n\t" and (ord(c) < 32 or ord(c) == 127)}
    if odd or any("\ud800" <= c <= "\udfff" for c in text):
        found.append(f"a message has control characters: {text[:300]!r}")
    if not expected.check:
        return found
    verdicts = {name: verdict for name, verdict, _ in got.checks}
    if verdicts.get(expected.check) in (None, "passed"):
        found.append(f"{expected.check} is {verdicts.get(expected.check)}, and should fail")
    for words in expected.words:
        if words not in text:
            found.append(f"no message says '{words}'")
    return found


def compare(expectations: list[Expectation], gradebook: Gradebook) -> list[str]:
    """A line for each submission that did not get what it must."""
    verdicts, refusals = gradebook.verdicts(), gradebook.refusals()
    lines = []
    for expected in expectations:
        got = verdicts.get((expected.student, expected.lesson))
        for fault in faults(expected, got, refusals.get(expected.student)):
            lines.append(f"{expected.student} {expected.lesson} ({expected.what}) {fault}")
    return lines


def write(expectations: list[Expectation], file: Path) -> None:
    file.write_text(json.dumps([asdict(e) for e in expectations], indent=1) + "\n")


def load(file: Path) -> list[Expectation]:
    lists = ("verdicts", "points", "words")
    return [
        Expectation(**{k: tuple(v) if k in lists else v for k, v in entry.items()})
        for entry in json.loads(file.read_text())
    ]
