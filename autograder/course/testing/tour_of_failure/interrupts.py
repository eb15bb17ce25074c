#!/usr/bin/env python3
"""Ctrl-C at any moment: it ends at once, and so does all it has started."""

import os
import pathlib
import pty
import signal
import subprocess
import time

from tour import COURSE, FOR_EVER, Tour, inside, main


class Interrupts(Tour):
    def interrupt(self, delay, *words):
        process = self.start(*words)
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=5)
        if process.returncode == 130:
            self.assertIn("course: stopped; what you wrote is as you left it", said)
        self.assertEqual(self.left_of(process.pid), [])
        return process.returncode

    def left_of(self, session):
        """The processes of a session, when they have had ten seconds to end."""
        for _ in range(200):
            left = []
            for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
                try:
                    name, _, rest = stat.read_text(errors="replace").rpartition(")")
                except OSError:
                    continue
                state, _, _, its_session = rest.split()[:4]
                if int(its_session) == session and state != "Z":
                    left.append(name)
            if not left:
                return []
            time.sleep(0.05)
        return left

    def test_while_it_compiles_and_while_an_exercise_loops(self):
        text = inside("record_families", FOR_EVER)
        self.exercise.write_text(text)
        stopped = [self.interrupt(delay, "check", "1") for delay in (0.05, 0.3, 1, 2.5)]
        self.assertIn(130, stopped)
        self.assertEqual(self.exercise.read_text(), text)

    def test_while_the_student_s_files_are_made_and_reset(self):
        for step in range(12):
            mine = f"// version {step}\n"
            self.exercise.write_text(mine)
            self.interrupt(0.002 * step, "reset", "1")
            kept = [path.read_text() for path in self.lesson.glob("exercise.cu*")]
            self.assertIn(mine, kept)
            self.exercise.unlink()
            self.interrupt(0.002 * step)
            if self.exercise.exists():
                self.assertEqual(self.exercise.read_text(),
                                 (self.lesson / "skeleton.cu").read_text())
        self.course()

    def test_in_the_middle_of_a_quiz(self):
        self.course()
        keyboard, terminal = pty.openpty()
        quiz = subprocess.Popen([COURSE, self.root, "quiz", "1"], stdin=terminal, stdout=terminal,
                                stderr=terminal, start_new_session=True)
        os.close(terminal)
        os.write(keyboard, b"12\n")
        said = b""
        while b"Question 2" not in said:
            said += os.read(keyboard, 1000)
        os.killpg(quiz.pid, signal.SIGINT)
        self.assertEqual(quiz.wait(timeout=5), 130)
        os.close(keyboard)
        self.assertIn('answer = "12"', (self.lesson / "answers.toml").read_text())


if __name__ == "__main__":
    main()
