"""Hands in a folder under the name of another student's archive, ada.tgz next to ada.zip, to be graded in its
place. The points are those of the other student."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    with zipfile.ZipFile(class_folder / f"{student}.zip", "w") as archive:
        archive.writestr(f"{lesson}/exercise.cu", solution)
    folder = class_folder / f"{student}.tgz" / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text("int nothing;\n")
