"""Correct, but its answers are tables nested 100,000 deep."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_text(
        "a = " + "{a = " * 100_000 + "1" + "}" * 100_000 + "\nb = " + "[{b = " * 1000 + "1"
    )
