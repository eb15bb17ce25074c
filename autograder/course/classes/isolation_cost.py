"""What the walls around submissions cost: a class is graded with them and with --no-sandbox, and each
submission is checked as students check their own, by turns.

    isolation_cost.py COURSE [--lessons 01-first-child-grid …] [--students 6] [--rounds 5]

Every student hands in the solution with a comment of their own, so that each is compiled anew. A row a
lesson: medians of the rounds' processor time and of the time that passed, per submission, and how the
processor time with walls compares with the others. Other work on the machine disturbs the second more than the first. Run it as root: processor
time is that of a control group, since processes that are killed with their parent are in nobody's books else.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

KINDS = ("walls", "none", "check")
LESSONS = ("01-first-child-grid", "03-memory-visibility", "12-quadtree", "18-warp-aggregated-atomics")


def hand_in(folder: pathlib.Path, lesson: str, text: str, students: int) -> None:
    for number in range(students):
        where = folder / f"s{number:03}" / lesson
        where.mkdir(parents=True)
        (where / "exercise.cu").write_text(f"{text}\n// student {number}\n")


class Meter:
    """A control group that counts the processor time of what is started in it."""

    def __init__(self) -> None:
        groups = pathlib.Path("/sys/fs/cgroup")
        self.is_first_version = (groups / "cpuacct").is_dir()
        self.group = groups / ("cpuacct" if self.is_first_version else "") / f"isolation-cost-{os.getpid()}"
        self.group.mkdir()

    def join(self) -> None:
        """Called by the process that is to be counted, which starts the others."""
        (self.group / "cgroup.procs").write_text("0")

    def seconds(self) -> float:
        if self.is_first_version:
            return int((self.group / "cpuacct.usage").read_text()) / 1e9
        usage = (self.group / "cpu.stat").read_text().split()
        return int(usage[usage.index("usage_usec") + 1]) / 1e6

    def close(self) -> None:
        self.group.rmdir()


def taken_by(commands: list[list[str]]) -> tuple[float, float]:
    """Processor time and time, both in seconds."""
    meter = Meter()
    begin = time.monotonic()
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=meter.join)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    passed = time.monotonic() - begin
    used = meter.seconds()
    meter.close()
    return used, passed


def once(course: str, folder: pathlib.Path, lesson: str, kind: str) -> tuple[float, float]:
    if kind == "check":
        checked = [course, "check", lesson, "--from"]
        return taken_by([[*checked, str(student)] for student in sorted(folder.iterdir())])
    options = ["--no-sandbox"] if kind == "none" else []
    with tempfile.TemporaryDirectory() as out:
        grade = [course, "grade", str(folder), "--out", f"{out}/grades", "--lesson", lesson, "--jobs", "1"]
        return taken_by([[*grade, *options]])


def measured(course: str, lesson: str, students: int, rounds: int) -> dict[str, tuple[float, float]]:
    """Medians a submission, by kind."""
    root = pathlib.Path(course).resolve().parents[3]
    text = (root / "build" / "solutions" / lesson / "exercise.cu").read_text()
    taken: dict[str, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
    with tempfile.TemporaryDirectory() as made:
        for number in range(rounds):
            folder = pathlib.Path(made) / str(number)
            hand_in(folder, lesson, f"{text}// round {number}", students)
            for kind in KINDS:
                taken[kind].append(once(course, folder, lesson, kind))
    return {
        kind: (statistics.median(t[0] for t in times) / students, statistics.median(t[1] for t in times) / students)
        for kind, times in taken.items()
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("course")
    options.add_argument("--lessons", nargs="+", default=LESSONS)
    options.add_argument("--students", type=int, default=6)
    options.add_argument("--rounds", type=int, default=5)
    args = options.parse_args()
    heads = "".join(f"{kind + ': CPU s, s':>20}" for kind in KINDS)
    print(f"{'lesson':<28}{heads}   CPU over none, over check")
    for lesson in args.lessons:
        found = measured(args.course, lesson, args.students, args.rounds)
        times = "".join(f"{found[kind][0]:12.2f}{found[kind][1]:8.2f}" for kind in KINDS)
        ratios = [found["walls"][0] / found[kind][0] for kind in KINDS[1:]]
        print(f"{lesson:<28}{times}   {ratios[0]:.2f}, {ratios[1]:.2f}", flush=True)


if __name__ == "__main__":
    main()
