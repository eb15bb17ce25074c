"""Correct, but the student's name is the next student's, with an Armenian letter that looks the same."""


def hand_in(class_folder, student, lesson, solution):
    name = f"{int(student[:3]) + 1:03}-h\u0585nest"
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return name
