#!/usr/bin/env python3
"""What may be wrong around the exercise."""

from tour import GIVEN, LESSON, OWN, Tour, main, writable_only_by_its_owner_s_leave


class Checkouts(Tour):
    def read_only(self, *words):
        for path in [self.root, *self.root.rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        try:
            return self.course(*words, status=2, before=writable_only_by_its_owner_s_leave())
        finally:
            for path in [self.root, *self.root.rglob("*")]:
                path.chmod(path.stat().st_mode | 0o200)

    def test_a_checkout_that_cannot_be_written_to(self):
        self.assertIn("exercise.cu: cannot be written: Permission denied", self.read_only())
        self.assertEqual(self.files(), GIVEN)

    def test_a_checkout_that_cannot_be_written_to_any_more(self):
        self.course()
        self.exercise.write_text(self.solved)
        self.assertIn("Permission denied", self.read_only("check", "1", "--device", "emulator"))
        self.assertEqual(self.exercise.read_text(), self.solved)
        self.assertIn("Permission denied", self.read_only("reset", "1"))
        self.assertEqual(self.exercise.read_text(), self.solved)

    def test_several_at_once_begin(self):
        for process in [self.start() for _ in range(4)]:
            said, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, said)
            self.assertIn("0 of 1 lessons solved", said)
            self.assertNotIn("was gone", said)
        self.assertEqual(self.files(), GIVEN | OWN)

    def test_two_at_once_check(self):
        self.exercise.write_text(self.solved)
        for process in [self.start("check", "1", "--device", "emulator") for _ in range(2)]:
            said, _ = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 0, said)
        self.assertEqual(len(self.progress.read_text().splitlines()), 2)

    def test_damaged_progress(self):
        self.course()
        self.progress.write_bytes(b"\xff\x00 nonsense\n" + f"{LESSON}  2026-01-02  20 of 20 points  3 "
                                  "hints\n".encode())
        said = self.course()
        self.assertIn("progress/progress.txt:1: this line says nothing that can be read", said)
        self.assertIn("passed 2026-01-02", said)
        self.assertIn(b"nonsense", (self.root / "progress/progress.txt.1.bak").read_bytes())
        self.assertEqual(self.course("solution", "1"), self.solved)


if __name__ == "__main__":
    main()
