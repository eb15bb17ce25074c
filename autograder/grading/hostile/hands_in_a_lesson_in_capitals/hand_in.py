"""Right; the lesson's folder has capitals in its name: it must be refused, and not passed by."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson.title()
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
