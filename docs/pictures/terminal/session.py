"""A student's session with one lesson, in a checkout of its own: the student saves the exercise and
types commands. What they print comes from the course program, which believes that it has a terminal.
"""

import fcntl
import os
import pty
import re
import shlex
import shutil
import struct
import subprocess
import termios

SECONDS = re.compile(r"\033\[2m +\d+\.\d s\033\[0m")  # no two runs take the same time
FOR_EACH_STUDENT = shutil.ignore_patterns("exercise.cu", "answers.toml")
ROWS = 50


class Session:
    """`course` is the program course_elsewhere, which takes the checkout as its first argument."""

    def __init__(self, course, tree, lesson, folder, columns):
        self.course = course.resolve()
        self.folder = folder
        self.columns = columns
        self.shown_file = f"lessons/{lesson}/exercise.cu"
        shutil.copytree(tree / "lessons" / lesson, folder / "lessons" / lesson, ignore=FOR_EACH_STUDENT)
        shutil.copy(tree / "lessons/given.h", folder / "lessons")
        (folder / "docs").mkdir()
        shutil.copy(tree / "docs/rules.md", folder / "docs")
        (folder / "build").mkdir()

    def save(self, text):
        (self.folder / self.shown_file).write_text(text)

    def type(self, command, status):
        """The lines that `./course …` prints, which must end with this status."""
        front_door, *words = shlex.split(command)
        if front_door != "./course":
            raise ValueError(f"not a command of the course: {command}")
        code, said = self.run([self.course, self.folder, *words])
        if code != status:
            raise RuntimeError(f"{command} ended with {code} instead of {status}:\n{said}")
        return SECONDS.sub("", said).splitlines()

    def run(self, command):
        """The status of the command, and what it printed on a terminal."""
        ours, programs = pty.openpty()
        fcntl.ioctl(programs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, self.columns, 0, 0))
        with subprocess.Popen(command, cwd=self.folder, env=usual_environment(), start_new_session=True,
                              stdin=programs, stdout=programs, stderr=programs) as process:
            os.close(programs)
            said = read_all(ours)
        os.close(ours)
        return process.returncode, said


def usual_environment():
    """This process's, without what would change how the course prints or what it checks."""
    ours = re.compile(r"COURSE_|EMULATOR_|NO_COLOR$|CI$")
    return {name: value for name, value in os.environ.items() if not ours.match(name)} | {
        "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}


def read_all(terminal):
    said = b""
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # the last program that had the terminal has ended
            part = b""
        if not part:
            return said.decode().replace("\r\n", "\n")
        said += part
