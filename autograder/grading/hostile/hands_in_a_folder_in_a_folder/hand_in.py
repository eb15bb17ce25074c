"""Right; another folder is around the lesson's, as unpacking an archive leaves it: it must be refused, and not passed by."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
