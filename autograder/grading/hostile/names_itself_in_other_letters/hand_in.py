"""Correct, but the student's name is the next student's, with Cyrillic letters that look the same."""


def hand_in(class_folder, student, lesson, solution):
    name = f"{int(student[:3]) + 1:03}-h\u043en\u0435st"
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return name
