"""Correct, but its answers are for 20,000 questions that the quiz does not ask."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_text(
        "".join(f'[[question]]\nid="{i}"\nkind="text"\ntext=""\n' for i in range(20_000))
    )
