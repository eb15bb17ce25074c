"""Correct, but answers every quiz question with junk. It hopes that its page then gives the reasons, which contain
the right answers, for its next attempt."""

import tomllib
from pathlib import Path

LESSONS = Path(__file__).resolve().parents[4] / "lessons"
JUNK = {"number": "nan", "choice": "?", "order": "x"}


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    questions = tomllib.loads((LESSONS / lesson / "questions.toml").read_text())["question"]
    answers = []
    for one in questions:
        answer = JUNK[one["kind"]]
        answers.append(f'[[question]]\nid = "{one["id"]}"\ntext = "?"\nkind = "text"\nanswer = "{answer}"\n')
    (folder / "answers.toml").write_text("\n".join(answers))
