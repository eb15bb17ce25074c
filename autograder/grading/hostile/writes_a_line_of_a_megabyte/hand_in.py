"""Correct, but adds one line of almost a megabyte: comparisons and a comment."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    line = "int many[] = {" + "1<2," * 100_000 + "};"
    line += "/*" + "#line 1 <<< R\"( " * 20_000 + "*/"
    (folder / "exercise.cu").write_text(line + "\n" + solution)
