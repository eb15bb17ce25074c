"""Correct, but its archive contains, next to the exercise, a folder of the same name with files in it."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    with zipfile.ZipFile(class_folder / f"{student}.zip", "w") as archive:
        archive.writestr(f"{lesson}/exercise.cu/", "")
        archive.writestr(f"{lesson}/exercise.cu/answers.toml", "question = 1\n")
        archive.writestr(f"{lesson}/exercise.cu", solution)
        archive.writestr(f"{lesson}/exercise.cu/exercise.cu", "#error not this one\n")
