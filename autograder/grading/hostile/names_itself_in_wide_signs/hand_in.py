"""Correct, but the student's name begins with a wide equals sign, which makes it a formula in some spreadsheets."""


def hand_in(class_folder, student, lesson, solution):
    name = "\uff1d\uff28yperlink(1)\t".strip() + "|a;b\u2028".strip() + "," + student
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return name
