"""Correct, but its archive has, next to the lesson's names, names that are marked as UTF-8 and are not."""

import zipfile


def hand_in(class_folder, student, lesson, solution):
    path = class_folder / f"{student}.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("\u00e4\u00e4/notes", "")
        archive.writestr(f"\u00e4\u00e4/{lesson}/exercise.cu", "#error not this one\n")
        archive.writestr(f"{lesson}/exercise.cu", solution)
    path.write_bytes(path.read_bytes().replace("\u00e4\u00e4".encode(), b"\xff\xc0\xed\xa0"))
