"""A compressed tar archive, followed by a zip archive whose end is hard to find, because its comment contains the
mark of an end."""

import io
import tarfile
import zipfile

SHOWN = b"int shown;\n"


def hand_in(class_folder, student, lesson, solution):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", format=tarfile.USTAR_FORMAT) as archive:
        entry = tarfile.TarInfo(f"{lesson}/exercise.cu")
        entry.size = len(solution.encode())
        archive.addfile(entry, io.BytesIO(solution.encode()))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(f"{lesson}/exercise.cu", SHOWN)
        archive.comment = b"PK\x05\x06 my notes"
    (class_folder / f"{student}.zip").write_bytes(packed.getvalue())
