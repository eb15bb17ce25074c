"""Makes the compiler warn 100 times about a line of 200 KB, which it quotes each time."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    again = '#include "exercise.cu"\n'
    (folder / "exercise.cu").write_text(
        "#if __INCLUDE_LEVEL__ == 0\n" + 100 * again + "#error enough\n#else\n"
        "#warning " + 200_000 * "x" + "\n#endif\n" + solution
    )
