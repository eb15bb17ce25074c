"""An archive with LESSON/exercise.cu and LESSON/./exercise.cu. Wherever it is unpacked, the second replaces the
first."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    with zipfile.ZipFile(class_folder / f"{student}.zip", "w") as archive:
        archive.writestr(f"{lesson}/exercise.cu", solution)
        archive.writestr(f"{lesson}/./exercise.cu", "int shown;\n")
