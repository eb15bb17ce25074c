"""Correct, but the student's name is a device name on Windows, so that the page could not be saved there."""


def hand_in(class_folder, student, lesson, solution):
    name = "aux." + student
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return name
