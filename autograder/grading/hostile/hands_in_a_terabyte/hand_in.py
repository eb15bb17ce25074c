"""Hands in a file of one terabyte that takes no space on the disk."""

import os


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    with open(folder / "exercise.cu", "wb") as file:
        os.truncate(file.fileno(), 1 << 40)
