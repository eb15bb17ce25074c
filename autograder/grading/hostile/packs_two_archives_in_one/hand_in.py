"""One file that is a tar archive if read from the front, and a zip archive if read from the end."""

import io
import tarfile
import zipfile


def hand_in(class_folder, student, lesson, solution):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        entry = tarfile.TarInfo(f"{lesson}/exercise.cu")
        entry.size = len(solution.encode())
        archive.addfile(entry, io.BytesIO(solution.encode()))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(f"{lesson}/exercise.cu", "int shown;\n")
    (class_folder / f"{student}.zip").write_bytes(packed.getvalue())
