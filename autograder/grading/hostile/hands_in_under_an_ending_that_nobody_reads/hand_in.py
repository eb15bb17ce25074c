"""Hands in a tar archive that is not compressed with gzip, whose file name extension is not supported. It must be
refused, not silently skipped."""

import io
import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar", "w") as archive:
        entry = tarfile.TarInfo(f"{lesson}/exercise.cu")
        entry.size = len(solution.encode())
        archive.addfile(entry, io.BytesIO(solution.encode()))
