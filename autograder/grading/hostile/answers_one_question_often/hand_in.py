"""Correct, but answers one question 9,000 times."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_text(
        '[[question]]\nid = "how-many-grids"\nkind = "number"\ntext = ""\nanswer = "12"\n' * 9_000
    )
