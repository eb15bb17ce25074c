"""A tar archive with a folder that has bytes. Programs that do not skip them take them for headers and an
exercise."""

import tarfile


def packed(name, text, kind=tarfile.REGTYPE):
    entry = tarfile.TarInfo(name)
    entry.type, entry.size = kind, len(text)
    return entry.tobuf(tarfile.USTAR_FORMAT) + text + bytes(-len(text) % 512)


def hand_in(class_folder, student, lesson, solution):
    hidden = packed(f"{lesson}/exercise.cu", solution.encode())
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz") as archive:
        archive.fileobj.write(packed("notes", hidden, tarfile.DIRTYPE))
        archive.offset += len(hidden) + 512
