"""Correct, but one of its kernels has a name with non-ASCII letters."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution.replace("launch_from_every_thread", "st\u00f6\u00dft_jeden_an"))
