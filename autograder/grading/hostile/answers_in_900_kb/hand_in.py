"""Correct, but its one answer is a zero byte, followed by 900 KB of markup, formulas and terminal commands."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_text(
        '[[question]]\nid = "how-many-grids"\nkind = "number"\ntext = ""\nanswer = "'
        + "\\u0000\\u001b[2J" + "<script>alert(1)</script>=1+1%s%n" * 28_000 + '"\n'
    )
