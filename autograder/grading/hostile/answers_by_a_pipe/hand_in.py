"""Hands in a named pipe with the name of the answers file."""

import os


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    os.mkfifo(folder / "answers.toml")
