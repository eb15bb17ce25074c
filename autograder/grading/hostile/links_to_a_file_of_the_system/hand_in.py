"""Hands in a symbolic link to a file of the machine instead of the exercise."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").symlink_to("/etc/passwd")
