"""Correct, but the lesson's folder is inside another folder, as unpacking an archive leaves it. It must be
refused, not silently skipped."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
