"""Hands in random bytes under the name of an archive."""

import hashlib


def hand_in(class_folder, student, lesson, solution):
    noise = hashlib.shake_256(b"noise").digest(100_000)
    (class_folder / f"{student}.tar.gz").write_bytes(noise)
