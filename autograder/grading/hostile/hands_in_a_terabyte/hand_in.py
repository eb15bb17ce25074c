"""Hands in a file of a terabyte that takes no place on the disk."""

import os


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    with open(folder / "exercise.cu", "wb") as file:
        os.truncate(file.fileno(), 1 << 40)
