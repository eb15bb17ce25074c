"""Correct, but the name of the lesson's folder contains capital letters. It must be refused, not silently skipped."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson.title()
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
