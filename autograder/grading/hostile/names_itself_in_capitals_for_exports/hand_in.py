"""Does nothing, for two students who are one but for capitals: exports of both would be one file where case does not count."""


def hand_in(class_folder, student, lesson, solution):
    name = student.upper()
    for one in (student, name):
        folder = class_folder / one / lesson
        folder.mkdir(parents=True)
        (folder / "exercise.cu").write_text("int x;\n")
    return name
