"""A tar archive with a header of ten megabytes before its exercise."""

import io
import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        entry = tarfile.TarInfo(f"{lesson}/exercise.cu")
        entry.size = len(solution.encode())
        entry.pax_headers = {"comment": "x" * (10 << 20)}
        archive.addfile(entry, io.BytesIO(solution.encode()))
