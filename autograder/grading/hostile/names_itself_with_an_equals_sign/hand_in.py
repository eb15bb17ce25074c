"""Correct, but the student's name contains an equals sign, the separator in the sandbox's arguments."""


def hand_in(class_folder, student, lesson, solution):
    student += "=a"
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution + "// of nobody else: no library of this text is there\n")
    return student
