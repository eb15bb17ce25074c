"""Emulated kernels, unchecked and checked, and the same in serial C++: autograder/emulator/benchmarks.
CPU time by Google Benchmark, instructions by perf or, where perf counts none, by cachegrind."""

import json
import re
import shutil

from parts import Check, Part, Run
from stopwatch import NotMeasured, timed

KERNELS = {"saxpy of 4 M": "Saxpy4M", "reduction of 1 M": "Reduction1M", "matmul of 256³": "Matmul256"}
ITEMS = {"a thread that never waits": "StartedThreads", "a thread at a barrier": "ThreadsAndBarriers",
         "a child launch": "ChildLaunches"}
RACE_CHECKED = ("reduction of 1 M", "matmul of 256³")
UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
ENVIRONMENT = {"unchecked": {"EMULATOR_CHECK": "0"}, "checked": {}}


class Benchmarks(Part):
    def prepare(self):
        self.place.target("benchmarks")

    def program(self, kind):
        return self.place.build / f"autograder/emulator/benchmarks/emulator_benchmarks_{kind}"


class Kernels(Benchmarks):
    def round(self):
        kernels = "|".join(KERNELS.values())
        unchecked = self.run("unchecked", f"(Serial)?({kernels})|{'|'.join(ITEMS.values())}")
        checked = self.run("checked", kernels)
        rows = {name: {"ns": unchecked[item]["item"] * 1e9} for name, item in ITEMS.items()}
        for name, kernel in KERNELS.items():
            serial = seconds(unchecked["Serial" + kernel])
            emulated, watched = seconds(unchecked[kernel]), seconds(checked[kernel])
            rows[f"{name}, over serial C++"] = {"times": emulated / serial, "cpu": emulated}
            rows[f"{name}, checked over unchecked"] = {"times": watched / emulated, "cpu": watched}
        for name in RACE_CHECKED:
            rows[f"race check of {name}"] = {"cpu": seconds(checked[KERNELS[name]])}
        return rows

    def run(self, kind, wanted):
        """What Google Benchmark says of each benchmark, by its name."""
        took = timed([self.program(kind), f"--benchmark_filter=^({wanted})($|/)", "--benchmark_format=json"],
                     ENVIRONMENT[kind])
        return {re.sub("/.*", "", one["name"]): one for one in json.loads(took.out)["benchmarks"]}


def seconds(benchmark):
    """CPU time of one iteration."""
    return benchmark["cpu_time"] * UNITS[benchmark["time_unit"]]


class Instructions(Benchmarks):
    """Of one iteration of each kernel and what surrounds it, and where perf counts, which costs no time,
    of a check and of a run: nearly the same on a busy machine."""

    once = True

    def prepare(self):
        super().prepare()
        self.whole = {}
        self.count = self.by_cachegrind
        if self.perf_counts():
            self.count = self.by_perf
            self.whole = {"check of lesson 01": Check(self.place, self.place.lessons()[0]),
                          "course run": Run(self.place)}
        for part in self.whole.values():
            part.prepare()

    def round(self):
        counts = {f"{name}, {kind}": self.count(self.one(kind, kernel), ENVIRONMENT[kind])
                  for name, kernel in KERNELS.items() for kind in ENVIRONMENT}
        counts |= {name: self.count(part.words()) for name, part in self.whole.items()}
        return {f"{name}, instructions": {"instructions": count} for name, count in counts.items()}

    def one(self, kind, kernel):
        return [self.program(kind), f"--benchmark_filter=^{kernel}$", "--benchmark_min_time=0"]

    def perf_counts(self):
        if not shutil.which("perf"):
            return False
        try:
            return self.by_perf(["true"]) > 0
        except NotMeasured:
            return False

    def by_perf(self, words, environment=None):
        counts = self.place.scratch / "perf"
        timed(["perf", "stat", "-x", ",", "-e", "instructions:u", "-o", counts, "--", *words],
              environment)
        found = re.search(r"^(\d+),", counts.read_text(), re.M)
        if not found:
            raise NotMeasured("perf counts no instructions here")
        return int(found[1])

    def by_cachegrind(self, words, environment=None):
        counts = self.place.scratch / "cachegrind"
        timed(["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={counts}", *words],
              environment)
        return int(re.search(r"^summary: (\d+)", counts.read_text(), re.M)[1])
