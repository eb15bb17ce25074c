"""Hands in a tar archive that is not packed by gzip, whose ending is not read: it must be refused, and not passed by."""

import io
import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar", "w") as archive:
        entry = tarfile.TarInfo(f"{lesson}/exercise.cu")
        entry.size = len(solution.encode())
        archive.addfile(entry, io.BytesIO(solution.encode()))
