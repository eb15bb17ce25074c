"""The student's name clears the terminal and ends the line."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / (student + "\x1b[2J\n") / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return student + "\\x1b[2J\\x0a"
