"""Hands in its exercise in UTF-16, in which every second byte is zero."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_bytes(solution.encode("utf-16"))
