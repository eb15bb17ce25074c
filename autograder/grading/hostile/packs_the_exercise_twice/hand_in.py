"""An archive with two exercises of one lesson: one to show and one to be graded."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    with zipfile.ZipFile(class_folder / f"{student}.zip", "w") as archive:
        archive.writestr(f"{lesson}/exercise.cu", solution)
        archive.writestr(f"other/{lesson}/exercise.cu", solution)
