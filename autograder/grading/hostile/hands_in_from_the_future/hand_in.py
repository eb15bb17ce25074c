"""Correct, but its file has a modification time far in the future, so that it always counts as the newest."""

import os


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    os.utime(folder / "exercise.cu", (2**33, 2**33))
