"""Correct, but its answers are dates that do not exist and numbers that fit no type."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_text(
        "[[question]]\nid = 2025-13-32T99:99:99.9999999999999999999Z\nkind = 99999999999999999999999\n"
        "text = 1e999999999\nanswer = 0x" + "f" * 1000 + "\n"
    )
