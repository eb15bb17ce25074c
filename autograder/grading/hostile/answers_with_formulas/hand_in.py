"""Correct, but its answers are formulas that a spreadsheet would run, and lines that end a cell."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    answers = "".join(
        f'[[question]]\nid = "{number}"\ntext = "?"\nkind = "text"\nanswer = "{answer}"\n'
        for number, answer in enumerate(("=1+1", "@SUM(1)", "\\\",\\n=1", "\\u001b[31m"))
    )
    (folder / "answers.toml").write_text(answers)
