"""Correct, but its answers have a key of 200,000 parts, and parsers call themselves once per part."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_text("a." * 200_000 + "a = 1\n")
