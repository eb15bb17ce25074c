"""Hands in a named pipe, so that a careless reader waits forever."""

import os


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    os.mkfifo(folder / "exercise.cu")
