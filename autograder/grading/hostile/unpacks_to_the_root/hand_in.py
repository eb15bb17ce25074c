"""An archive with an absolute path."""

import io
import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz") as archive:
        entry = tarfile.TarInfo(f"/tmp/unpacked-elsewhere/{lesson}/exercise.cu")
        entry.size = len(solution.encode())
        archive.addfile(entry, io.BytesIO(solution.encode()))
