"""Correct, but its archive has exercise.cu and exercise.cu;1. unzip takes the number for a version, so that the
second replaces the first."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    with zipfile.ZipFile(class_folder / f"{student}.zip", "w") as archive:
        archive.writestr(f"{lesson}/exercise.cu", solution)
        archive.writestr(f"{lesson}/exercise.cu;1", "int shown;\n")
