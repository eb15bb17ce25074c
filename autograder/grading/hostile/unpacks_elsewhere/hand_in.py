"""A zip archive with a file whose path leads above the folder into which it is unpacked."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    with zipfile.ZipFile(class_folder / f"{student}.zip", "w") as archive:
        archive.writestr(f"../../../../../../tmp/unpacked-elsewhere/{lesson}/exercise.cu", solution)
        archive.writestr(f"{lesson}/exercise.cu", solution)
