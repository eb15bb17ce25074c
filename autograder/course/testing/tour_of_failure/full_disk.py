#!/usr/bin/env python3
"""Nothing can be written any more. Runs in a mount namespace of its own."""

import os
import subprocess
import sys

from tour import LESSON, Tour, cannot, main


def in_a_namespace():
    """Runs this part again where it may mount."""
    words = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    if subprocess.run([*words, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False).returncode != 0:
        cannot("a full disk cannot be made here: nothing may be mounted")
    environment = {**os.environ, "TOUR_IN_NAMESPACE": "1"}
    sys.exit(subprocess.run([*words, sys.executable, "-B", *sys.argv], env=environment,
                            check=False).returncode)


class FullDisk(Tour):
    def make_checkout(self):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", self.root], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", self.root], check=True)
        super().make_checkout()

    def fill(self):
        with open(self.root / "ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(b"x" * 512)
            except OSError:
                pass

    def test_before_the_first_use(self):
        self.fill()
        said = self.course(status=2)
        self.assertIn(f"lessons/{LESSON}/exercise.cu: cannot be written: No space left", said)
        (self.root / "ballast").unlink()
        self.course()
        self.assertEqual(self.exercise.read_text(), (self.lesson / "skeleton.cu").read_text())

    def test_later(self):
        self.course()
        self.exercise.write_text(self.solved)
        self.fill()
        said = self.course("check", "1", "--device", "emulator", status=2)
        self.assertIn("No space left", said)
        said = self.course("reset", "1", status=2)
        self.assertIn("cannot be written: No space left", said)
        self.assertEqual(self.exercise.read_text(), self.solved)
        (self.root / "ballast").unlink()
        self.course("check", "1", "--device", "emulator")


if __name__ == "__main__":
    if "TOUR_IN_NAMESPACE" not in os.environ:
        in_a_namespace()
    main()
