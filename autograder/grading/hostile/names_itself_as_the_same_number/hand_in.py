"""Correct, but the student's name is another student's number written differently: 1e3 next to 1000."""


def hand_in(class_folder, student, lesson, solution):
    other, name = student[:3].replace("0", "1") + "000", student[:3].replace("0", "1") + "e3"
    for one, source in ((other, "int nothing;\n"), (name, solution)):
        folder = class_folder / one / lesson
        folder.mkdir(parents=True)
        (folder / "exercise.cu").write_text(source)
    return name
