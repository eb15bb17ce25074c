"""A tar archive packed in two parts with some zeros between them: to Python the second goes on with the first, for others the file ends before."""

import gzip
import tarfile

SHOWN = b"int shown;\n"


def member(name, data):
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    return entry.tobuf(tarfile.USTAR_FORMAT) + data + b"\0" * (-len(data) % 512)


def hand_in(class_folder, student, lesson, solution):
    name = f"{lesson}/exercise.cu"
    first = gzip.compress(member(name, solution.encode()))
    second = gzip.compress(member(name, SHOWN) + b"\0" * 1024)
    (class_folder / f"{student}.tar.gz").write_bytes(first + b"\0" * 16 + second)
