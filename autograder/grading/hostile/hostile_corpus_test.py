#!/usr/bin/env python3
"""Grades a class in which students attack the grader, and looks at what came of it:

  hostile_corpus_test.py COURSE [--attackers N] [--every N] [--jobs N]
                         [--behind-the-gate] [--only NAME …] [--keep DIR]

Behind every N attackers (1 if not said) comes somebody honest. Every attacker gets the verdict that
its fixture says, and everybody else full marks, in no more time than usual; nothing of any of them is left on the machine: no process, no file, no queue. COURSE is the
built course program. With --behind-the-gate only those are graded that refer to names which exercises may
not refer to, and are let in: the walls behind must hold without it. Runs attackers inside of the sandbox only: where there is none, it ends with 77.
"""

import argparse
import ctypes
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import unicodedata
from pathlib import Path

import corpus
import verdicts

SECONDS = 2  # of wall time for a run; an attacker may take it once for each run of each check
COMPILE_SECONDS = 6
# What they would leave behind. The folder of the class itself is no such thing.
PLACES = [Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), Path("/dev/mqueue")]
SECRET = "of-the-grader-and-of-nobody-else"
PR_SET_CHILD_SUBREAPER = 36
LIBRARY_BYTES, LIBRARIES_BYTES = 4 << 20, 512 << 20  # as grader/compiled_exercises.h says
MOST_MARKS = 4  # of a letter, as grading/combining_marks.h says
SAID_OF_HIDDEN = ("", "a check of the instructor's own, whose input is not shown")


def make_class(folder: Path, fixtures: list[corpus.Fixture],
               attackers: int) -> list[verdicts.Expectation]:
    """So many attackers, then somebody honest, and so on, in the order in which they are graded."""
    expected = []
    for number, fixture in enumerate(fixtures):
        student = corpus.hand_in(fixture, folder, f"{2 * number:03}-{fixture.name}")
        expected.append(verdicts.of_fixture(fixture, student))
        imitated = student not in (f"{2 * number:03}-{fixture.name}", "")  # the one behind it
        is_last = number + 1 == len(fixtures)
        if (number + 1) % attackers != 0 and not imitated and not is_last:
            continue
        honest = folder / f"{2 * number + 1:03}-honest" / corpus.LESSON
        honest.mkdir(parents=True)
        (honest / "exercise.cu").write_text(corpus.solution(corpus.LESSON))
        expected.append(verdicts.of_solution(corpus.LESSON, honest.parent.name))
    return expected


def grade(course: str, jobs: int, class_folder: Path, out: Path,
          lessons: set[str], *more: str) -> tuple[int, str, int]:
    """Exit status, what it said, and the process that it was."""
    words = [course, "grade", str(class_folder), "--out", str(out), "--jobs", str(jobs)]
    words += ["--seconds", str(SECONDS), "--seeds", "1", "--compile-seconds", str(COMPILE_SECONDS), *more]
    for lesson in sorted(lessons):
        words += ["--lesson", lesson]
    with tempfile.TemporaryFile("w+", errors="replace") as said:
        environment = os.environ | {"GRADERS_SECRET": SECRET}
        grader = subprocess.Popen(words, env=environment, stdout=said, stderr=said)
        status = wait_for(grader.pid)
        said.seek(0)
        return status, said.read(), grader.pid


def wait_for(process: int) -> int:
    """Its exit status. Takes leave of orphans meanwhile: the dead count among their user's processes."""
    while True:
        ended, status = os.wait()
        if ended == process:
            return os.waitstatus_to_exitcode(status)


def adopt_orphans() -> None:
    """What the grader leaves behind when it ends becomes a child of ours, and not of init."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def descendants() -> dict[int, str]:
    """Of this process, and so of nothing else that runs here: number and command; no dead ones."""
    parents, commands = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # has ended meanwhile
        parents[int(entry.name)] = int(parent)
        if state != "Z":
            commands[int(entry.name)] = words[:80]

    def is_below(process: int) -> bool:
        parent = parents.get(process, 0)
        return parent == os.getpid() or (parent != 0 and is_below(parent))

    return {process: words for process, words in commands.items() if is_below(process)}


def left_in_places(before: set[Path], since: float, grader: int) -> list[str]:
    """Files of this grader, or of attackers; graders of other checkouts have folders here, too."""
    left = []
    for path in entries() - before:
        try:
            status = path.lstat()
        except OSError:
            continue
        odd = path.name in ("unpacked-elsewhere", "a-students-makefile-ran", "mark", "big", "id")
        if path.name.startswith("course-grade-"):
            odd = f"-{grader}-" in path.name
        elif status.st_uid >= 61_184 and status.st_mtime >= since:
            odd = True
        if odd:
            left.append(f"{path} is left")
    return left


def entries() -> set[Path]:
    return {path for place in PLACES if place.is_dir() for path in place.iterdir()}


def left_in_ipc() -> list[str]:
    left = []
    for kind in ("shm", "sem", "msg"):
        for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]:
            if line.split()[0] == str(0x13013):
                left.append(f"System V {kind} is left: {line}")
    return left


def slowed(expected: list[verdicts.Expectation], book: verdicts.Gradebook) -> list[str]:
    """Honest students who took longer than usual by more than an attacker's time limit."""
    found = book.verdicts()
    honest = [e for e in expected if e.what == "solution" and (e.student, e.lesson) in found]
    seconds = {e.student: found[e.student, e.lesson].seconds for e in honest}
    if not seconds:
        return ["nobody honest was graded"]
    usual = statistics.median(seconds.values())
    return [
        f"{student} took {s:.1f} s, the others {usual:.1f} s"
        for student, s in seconds.items()
        if s > usual + SECONDS
    ]


def secrets(folder: Path, out: Path) -> list[str]:
    """The gradebook must not tell what the compiler or a run saw of the grader's own."""
    content = (out / "gradebook.db").read_bytes()
    words = [SECRET, "root:x:0:0", str(corpus.COURSE / "solutions"), str(folder)]
    return [f"the gradebook tells '{word}'" for word in words if word.encode() in content]


def pictures(expected: list[verdicts.Expectation], out: Path) -> list[str]:
    """Those that do not show what they must."""
    found = []
    for one in expected:
        drawn = "".join(p.read_text() for p in (out / "pictures" / one.student).rglob("*.svg"))
        if one.drawn not in drawn:
            found.append(f"the picture of {one.student} {one.lesson} does not show '{one.drawn}'")
    return found


def pages(course: str, expected: list[verdicts.Expectation], out: Path) -> list[str]:
    """Pages that tell what they must not, and letters that hang over the lines around them."""
    made = out.parent / "pages"
    subprocess.run([course, "report", out, "--out", made], stdout=subprocess.DEVNULL, check=False)
    found = [f"the page of {one.student} tells '{one.untold}'" for one in expected
             if one.untold and one.untold in (made / "students" / f"{one.student}.html").read_text()]
    for page in sorted(made.rglob("*.html")):
        kinds = "".join("m" if unicodedata.category(c) in ("Mn", "Me") else "." for c in page.read_text())
        if "m" * (MOST_MARKS + 1) in kinds:
            found.append(f"{page.name} has a letter with more than {MOST_MARKS} marks")
    return found


def kept_libraries(out: Path) -> list[str]:
    """What stays of the class on the grader's disk beyond the budget of CompiledExercises."""
    sizes = {file.name: file.stat().st_size for file in (out / "libraries").glob("*")}
    found = [f"{name} stays in OUT/libraries, with {size} bytes" for name, size in sizes.items()
             if size > LIBRARY_BYTES]
    if sum(sizes.values()) > LIBRARIES_BYTES:
        found.append(f"OUT/libraries has {sum(sizes.values())} bytes")
    return found


def exports(course: str, out: Path) -> list[str]:
    """Folders that are one where case and normal forms do not count, or that Windows cannot save."""
    subprocess.run([course, "export", out, "--format", "gradescope"], stdout=subprocess.DEVNULL, check=False)
    names = sorted(folder.name for folder in (out / "exports" / "gradescope").iterdir())
    there, found = {}, []
    for name in names:
        form = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
        if form in there:
            found.append(f"exports of {name} and {there[form]} are one file on some systems")
        if re.search(r'[<>:"|?*\\]|[. ]$', name):
            found.append(f"Windows cannot save the export of {name}")
        there[form] = name
    return found


def hidden_ends(course: str, out: Path) -> list[str]:
    """What exports tell of how checks ended, where all of this class are the instructor's own."""
    own = out.parent / "own-checks"
    own.mkdir(exist_ok=True)
    with sqlite3.connect(out / "gradebook.db") as book, sqlite3.connect(own / "gradebook.db") as copy:
        book.backup(copy)
        copy.execute("UPDATE checks SET hidden = 1")
    for kind in ("gradescope", "junit"):
        subprocess.run([course, "export", own, "--format", kind], stdout=subprocess.DEVNULL, check=False)
    results = sorted((own / "exports" / "gradescope").glob("*/*/results.json"))
    told = {test["output"] for file in results for test in json.loads(file.read_text())["tests"]}
    found = [f"an export tells of a hidden check: {text[:200]}" for text in told if text not in SAID_OF_HIDDEN]
    for case in re.findall('name="own-check-.*', (own / "exports" / "junit.xml").read_text()):
        if 'time="0.000"' not in case or re.search('type="(?!failed")', case):
            found.append(f"JUnit's file tells of a hidden check: {case[:200]}")
    return found


def why_no_sandbox(course: str) -> str:
    """What `course grade` says where it refuses to begin without one; else nothing."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "class"
        empty.mkdir()
        _, said, _ = grade(course, 1, empty, Path(folder) / "out", {corpus.LESSON})
    return said if "--no-sandbox" in said else ""


def run(options: argparse.Namespace, folder: Path) -> int:
    fixtures = [f for f in corpus.fixtures() if not options.only or f.name in options.only]
    if options.behind_the_gate:
        fixtures = [f for f in fixtures if f.gate]
        os.environ["COURSE_ANY_IMPORTS"] = "1"
    else:
        fixtures = [f.at_the_gate() for f in fixtures]
    every = {"1": 1, "samples": (options.every + 1) // 2}.get(os.environ.get("COURSE_TEST_ALL", ""), options.every)
    fixtures = fixtures[::every]
    if not fixtures:
        sys.exit("there is no such fixture" + (" with a gate" if options.behind_the_gate else ""))
    adopt_orphans()
    faults = []
    for in_given_code in (False, True):
        those = [f for f in fixtures if f.in_given_code == in_given_code]
        if those:
            faults += faults_of_class(options, folder / str(in_given_code), those, in_given_code)
    print("\n".join([*faults, f"{len(fixtures)} fixtures, {len(faults)} faults"]))
    return 1 if faults else 0


def faults_of_class(options: argparse.Namespace, folder: Path, fixtures: list[corpus.Fixture],
                    in_given_code: bool) -> list[str]:
    class_folder, out = folder / "class", folder / "out"
    class_folder.mkdir(parents=True)
    expected = make_class(class_folder, fixtures, options.attackers)
    there, start = entries(), time.time()
    status, said, grader = grade(
        options.course, options.jobs, class_folder, out,
        {corpus.LESSON} | {f.lesson for f in fixtures}, *([] if in_given_code else ["--any-given-code"]))
    print(f"{len(expected)} submissions in {time.time() - start:.0f} s")
    if not (out / "gradebook.db").exists():
        return [f"there is no gradebook: {said}"]

    book = verdicts.Gradebook(out / "gradebook.db")
    faults = verdicts.compare(expected, book)
    faults += [f"{who} was not graded at once ({state}): {why}" for who, state, why in book.ungraded()]
    faults += [f"process {process} is left: {words}" for process, words in descendants().items()]
    faults += left_in_places(there, start, grader) + left_in_ipc() + slowed(expected, book)
    faults += secrets(class_folder, out) + pictures(expected, out) + kept_libraries(out)
    faults += pages(options.course, expected, out)
    faults += exports(options.course, out) + hidden_ends(options.course, out)
    if status != 0:
        faults.append(f"course grade ended with {status}: {said.strip()[-1000:]}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("course", help="the built course program")
    parser.add_argument("--attackers", type=int, default=1, metavar="N", help="in front of each honest student")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="only each Nth fixture; twice as many with course test --all, each with --long")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="graded at once (2 if not said)")
    parser.add_argument("--behind-the-gate", action="store_true", help="let in what imports may not be")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these fixtures only")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="work here, and leave it there")
    options = parser.parse_args()
    if why := why_no_sandbox(options.course):
        print(f"attackers are not run here: {why}")
        return 1 if os.environ.get("CI") == "true" else 77
    if options.keep:
        options.keep.mkdir(parents=True)
        return run(options, options.keep)
    with tempfile.TemporaryDirectory(prefix="hostile-corpus-") as folder:
        os.chmod(folder, 0o755)  # sandboxes enter it as other users
        return run(options, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
