"""Correct, but its answers name thousands of lists of tables, which the parser searches again and again."""

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"


def slow():
    """Many lists of tables, then a chain of others, each of which is looked for among all of them."""
    lists = [f"[[{a}{b}{c}]]\n" for a in LETTERS for b in LETTERS for c in LETTERS][:60_000]
    nested = [f"[[{'.'.join(LETTERS[:i])}]]\n" for i in range(1, 63)]
    again = [f"[{'.'.join(LETTERS[:62])}.{i}]\n" for i in range(4_100)]
    return "".join(lists + nested + again)


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_text(slow())
