"""Correct, but includes itself 2,000 times, each time for one line."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    again = '#include "exercise.cu"\n'
    (folder / "exercise.cu").write_text(
        "#if __INCLUDE_LEVEL__ == 0\n" + again + solution + "#elif __INCLUDE_LEVEL__ < 4\n" + 13 * again
        + "#else\nextern int line;\n#endif\n"
    )
