"""Right; its student's name has an equals sign in it, by which words for the sandbox are parted."""


def hand_in(class_folder, student, lesson, solution):
    student += "=a"
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution + "// of nobody else: no library of this text is there\n")
    return student
