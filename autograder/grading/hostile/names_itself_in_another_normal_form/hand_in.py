"""Correct, but the student's name differs from another student's only in how an accent is encoded."""

import unicodedata


def hand_in(class_folder, student, lesson, solution):
    for form in ("NFC", "NFD"):
        folder = class_folder / unicodedata.normalize(form, f"{student}-Zo\u00eb") / lesson
        folder.mkdir(parents=True)
        (folder / "exercise.cu").write_text(solution)
    return unicodedata.normalize("NFD", f"{student}-Zo\u00eb")
