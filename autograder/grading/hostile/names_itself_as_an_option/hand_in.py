"""The student's name is one that a careless command line takes for an option."""


def hand_in(class_folder, student, lesson, solution):
    student = "-o" + student
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return student
