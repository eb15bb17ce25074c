"""Correct, but its answers are tables, lists, numbers and dates where strings are expected."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_text(
        "question = [{id = {a = [1, 2]}, kind = [[[]]], text = 1979-05-27, choices = {}, answer = nan}]\n"
    )
