"""Right; its name and another student's differ only in how an accent is written."""

import unicodedata


def hand_in(class_folder, student, lesson, solution):
    for form in ("NFC", "NFD"):
        folder = class_folder / unicodedata.normalize(form, f"{student}-Zo\u00eb") / lesson
        folder.mkdir(parents=True)
        (folder / "exercise.cu").write_text(solution)
    return unicodedata.normalize("NFD", f"{student}-Zo\u00eb")
