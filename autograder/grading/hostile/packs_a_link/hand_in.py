"""An archive in which the exercise is a symbolic link to a file of the machine."""

import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz") as archive:
        entry = tarfile.TarInfo(f"{lesson}/exercise.cu")
        entry.type = tarfile.SYMTYPE
        entry.linkname = "/etc/passwd"
        archive.addfile(entry)
