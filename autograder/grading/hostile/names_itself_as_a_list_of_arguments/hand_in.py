"""The student's name is one that careless programs take for a file of arguments."""


def hand_in(class_folder, student, lesson, solution):
    student = "@" + student
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return student
