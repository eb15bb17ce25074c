"""A tar archive with an empty block, and behind it a second exercise: some programs take one empty block for no end, and put the second in the place of the first."""

import gzip
import tarfile

SHOWN = b"int shown;\n"


def member(name, data):
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    return entry.tobuf(tarfile.USTAR_FORMAT) + data + b"\0" * (-len(data) % 512)


def hand_in(class_folder, student, lesson, solution):
    name = f"{lesson}/exercise.cu"
    with gzip.open(class_folder / f"{student}.tar.gz", "wb") as archive:
        archive.write(member(name, solution.encode()) + b"\0" * 512 + member(name, SHOWN) + b"\0" * 1024)
