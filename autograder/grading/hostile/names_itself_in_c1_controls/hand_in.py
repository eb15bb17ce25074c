"""The student's name contains eight-bit control characters, which terminals take for commands."""


def hand_in(class_folder, student, lesson, solution):
    name = student + "\u009b2J\u0085"
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return student + "\\xc2\\x9b2J\\xc2\\x85"
