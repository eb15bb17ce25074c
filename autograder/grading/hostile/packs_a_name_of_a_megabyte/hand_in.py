"""A tar archive with a file whose name is one megabyte long and leads upwards, so that the refusal would quote it."""

import tarfile


def hand_in(class_folder, student, lesson, solution):
    with tarfile.open(class_folder / f"{student}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        entry = tarfile.TarInfo("../" + "\u202e" * 300_000)
        archive.addfile(entry)
