"""Does nothing, for two students whose names differ only in case. On a system that ignores case, both exports
would be one file."""


def hand_in(class_folder, student, lesson, solution):
    name = student.upper()
    for one in (student, name):
        folder = class_folder / one / lesson
        folder.mkdir(parents=True)
        (folder / "exercise.cu").write_text("int x;\n")
    return name
