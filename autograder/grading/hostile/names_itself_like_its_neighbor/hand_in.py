"""Correct, but the student's name is the next student's in capitals, with blanks, tags and fillers that no page
shows."""


def hand_in(class_folder, student, lesson, solution):
    name = f"{int(student[:3]) + 1:03}-HONEST\u00a0\u00ad\u034f\u3164\U000e0041"
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return name
