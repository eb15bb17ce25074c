"""Correct, but the student's name has forty marks below one letter, which hang over the lines below it on every
page."""

MARKS = "\u0316\u0317\u0318\u0319\u031c\u031d\u0323\u0324"


def hand_in(class_folder, student, lesson, solution):
    name = "d" + MARKS * 5
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return name
