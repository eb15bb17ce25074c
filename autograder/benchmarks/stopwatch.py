"""Runs a program and says how long it took, and how much of processors with all that it started."""

import os
import subprocess
import tempfile
import time
from typing import NamedTuple


class NotMeasured(Exception):
    """Why a row is missing, for people."""


class Took(NamedTuple):
    wall: float  # seconds
    cpu: float  # seconds of user and system, of children that it waited for, too
    out: str

    def figures(self):
        return {"wall": self.wall, "cpu": self.cpu}


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it printed nothing"


def timed(words, environment=None, folder=None, cores=None):
    """Raises NotMeasured when the program fails. `cores`: on so many at most."""
    words = [str(word) for word in words]
    some = sorted(os.sched_getaffinity(0))[:cores]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        begin = time.perf_counter()
        try:
            child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder,
                                     env={**os.environ, **(environment or {})},
                                     preexec_fn=lambda: os.sched_setaffinity(0, some))
        except OSError as error:
            raise NotMeasured(f"{words[0]}: {error.strerror}") from error
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        for file in (out, err):
            file.seek(0)
        said, complaint = out.read(), err.read()
    if child.returncode != 0:
        raise NotMeasured(f"{' '.join(words)} ended with {child.returncode}: {last_line(complaint or said)}")
    return Took(wall, used.ru_utime + used.ru_stime, said)
