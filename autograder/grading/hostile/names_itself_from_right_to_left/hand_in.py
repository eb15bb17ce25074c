"""The student's name reverses the writing direction, and hides the rest of the line."""


def hand_in(class_folder, student, lesson, solution):
    name = student + "\u202efdp.\u2066"
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return student + "\\xe2\\x80\\xaefdp.\\xe2\\x81\\xa6"
