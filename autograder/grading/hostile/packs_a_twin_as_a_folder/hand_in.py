"""A tar archive with a second exercise whose name ends in a slash. Some programs make it a folder, and others a
file that replaces the first."""

import tarfile


def packed(name, text):
    entry = tarfile.TarInfo(name)
    entry.size = len(text)
    return entry.tobuf(tarfile.USTAR_FORMAT) + text + bytes(-len(text) % 512)


def hand_in(class_folder, student, lesson, solution):
    both = packed(f"{lesson}/exercise.cu", solution.encode())
    both += packed(f"{lesson}/exercise.cu/", b"int shown;\n")
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz") as archive:
        archive.fileobj.write(both)
        archive.offset += len(both)
