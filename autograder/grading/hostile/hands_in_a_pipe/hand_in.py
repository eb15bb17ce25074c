"""Hands in a named pipe: whoever reads it without care waits for ever."""

import os


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    os.mkfifo(folder / "exercise.cu")
