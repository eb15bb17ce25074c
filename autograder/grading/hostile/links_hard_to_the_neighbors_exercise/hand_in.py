"""Hands in a hard link to another student's exercise, which it has not read."""

import os


def hand_in(class_folder, student, lesson, solution):
    neighbor = class_folder / (student + "-neighbor") / lesson
    neighbor.mkdir(parents=True)
    (neighbor / "exercise.cu").write_text(solution)
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    os.link(neighbor / "exercise.cu", folder / "exercise.cu")
