"""Hands in a hard link to another student's exercise, which it has not read."""

import os


def hand_in(class_folder, student, lesson, solution):
    neighbour = class_folder / (student + "-neighbour") / lesson
    neighbour.mkdir(parents=True)
    (neighbour / "exercise.cu").write_text(solution)
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    os.link(neighbour / "exercise.cu", folder / "exercise.cu")
