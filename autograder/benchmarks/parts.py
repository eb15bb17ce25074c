"""What is measured, part by part. A part prepares once, without being timed; each round then gives its
rows (table.py says what a row is). Rounds of all parts alternate, so that what else the machine does
falls on all alike."""

import shutil
import tarfile
import time

from stopwatch import timed


class Place:
    """Where things are: the checkout, its build folder, and a folder for what is only measured."""

    def __init__(self, root, build, scratch):
        self.root, self.build, self.scratch = root, build, scratch
        self.here = root / "autograder/benchmarks"
        self.course = root / "course"
        self.emucc = build / "autograder/emulator/toolchain/emucc"

    def lessons(self):
        return [folder.name for folder in sorted((self.build / "solutions").glob("[0-9][0-9]-*"))]

    def solution(self, lesson):
        return self.build / "solutions" / lesson / "exercise.cu"

    def target(self, name):
        timed(["cmake", "--build", self.build, "--target", name])


class Part:
    once = False  # measured in the first round only

    def __init__(self, place):
        self.place = place

    def prepare(self):
        pass


class Check(Part):
    """A whole solution that has changed since it was last checked, by a comment."""

    def __init__(self, place, lesson):
        super().__init__(place)
        self.lesson = lesson
        self.folder = place.scratch / "checks"
        self.exercise = self.folder / lesson / "exercise.cu"

    def prepare(self):
        self.exercise.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.place.solution(self.lesson), self.exercise)
        self.check()

    def words(self):
        """The command, after another change."""
        with self.exercise.open("a") as text:
            text.write(f"// changed at {time.time_ns()}\n")
        return [self.place.course, "check", self.lesson[:2], "--from", self.folder]

    def check(self):
        return timed(self.words())

    def round(self):
        return {f"check of {self.lesson[:2]}, warm": self.check().figures()}


class FirstCheck(Check):
    """What the same costs more when the checks must be compiled first."""

    def round(self):
        first, warm = self.first(), self.check()
        return {f"first check of {self.lesson[:2]}, beyond a warm one":
                {"wall": first.wall - warm.wall, "cpu": first.cpu - warm.cpu}}

    def first(self):
        checks = self.place.build / "autograder/checks"
        for file in (checks / f"CMakeFiles/checks_{self.lesson}.dir").rglob("*.o"):
            file.unlink()
        (checks / self.lesson).unlink(missing_ok=True)
        return self.check()


class FreshClone(Part):
    """The files of the commit that is checked out, built from nothing."""

    once = True

    def prepare(self):
        self.clone = self.place.scratch / "clone"
        packed = self.place.scratch / "clone.tar"
        # A clone is refused where another user owns the checkout.
        timed(["git", "-c", "safe.directory=*", "-C", self.place.root, "archive", "-o", packed, "HEAD"])
        with tarfile.open(packed) as files:
            files.extractall(self.clone)

    def round(self):
        return {"./course --yes in a fresh clone": self.course("--yes"),
                "the first run at once after it, with the emulator's build":
                self.course("run", "slides/programs/08/own-streams.cu")}

    def course(self, *words):
        return timed([self.clone / "course", *words], folder=self.clone).figures()


class Run(Part):
    def words(self):
        return [self.place.course, "run", self.place.here / "chain.cu"]

    def round(self):
        return {"course run of 100,000 tail launches": timed(self.words()).figures()}


class HostLoop(Part):
    def prepare(self):
        source, programs = self.place.here / "host_loop.cu", self.place.scratch
        self.emulated, self.plain = programs / "loop_emucc", programs / "loop_g++"
        timed([self.place.emucc, "-O2", "-o", self.emulated, source])
        timed(["g++", "-O2", "-o", self.plain, "-x", "c++", source])

    def round(self):
        emulated, plain = timed([self.emulated]), timed([self.plain])
        return {"host loop, emucc over g++ -O2": {"times": emulated.cpu / plain.cpu, "cpu": emulated.cpu}}


class Grade(Part):
    """A class that hands in the solution of lesson 01, each with another comment."""

    students = 20
    cores = 2

    def prepare(self):
        self.graded = 0
        lesson = self.place.lessons()[0]
        text = self.place.solution(lesson).read_text()
        for student in range(self.students):
            file = self.place.scratch / f"class/s{student:02}" / lesson / "exercise.cu"
            file.parent.mkdir(parents=True)
            file.write_text(f"{text}// of student {student} at {time.time_ns()}\n")

    def round(self):
        self.graded += 1
        out = self.place.scratch / f"grades{self.graded}"
        took = timed([self.place.course, "grade", self.place.scratch / "class", "--out", out,
                      "--jobs", self.cores], cores=self.cores)
        return {"course grade of 01, on 2 cores": {"rate": 60 * self.students / took.wall,
                                                   "cpu": took.cpu / self.students}}
