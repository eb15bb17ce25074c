"""The student's name is as long as file systems allow."""


def hand_in(class_folder, student, lesson, solution):
    name = student + "\u00e4" * ((250 - len(student)) // 2)
    folder = class_folder / name / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return name
