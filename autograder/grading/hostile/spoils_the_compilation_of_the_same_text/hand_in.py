"""Correct, but another student hands in the same text under a name that keeps it from being compiled. The points
are those of the correct submission."""


def hand_in(class_folder, student, lesson, solution):
    number = student.partition("-")[0] + "-"  # comes before the student, and its name and "=" before it
    for name in (number, number + "=exercise", student):
        folder = class_folder / name / lesson
        folder.mkdir(parents=True)
        mark = "" if name == number else "// of these two\n"
        (folder / "exercise.cu").write_text(solution + mark)
    return student
