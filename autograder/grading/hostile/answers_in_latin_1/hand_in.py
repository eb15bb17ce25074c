"""Correct, but its answers are not valid UTF-8: single bytes, surrogates and overlong encodings."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    (folder / "answers.toml").write_bytes(
        b'[[question]]\nid = "a"\nkind = "text"\ntext = "\xe4\xed\xa0\x80\xc0\xaf\xf5"\nanswer = "\xff"\n'
    )
