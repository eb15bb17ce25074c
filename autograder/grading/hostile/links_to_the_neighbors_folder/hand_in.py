"""Hands in a symbolic link to another student's folder instead of its own."""


def hand_in(class_folder, student, lesson, solution):
    (class_folder / student).mkdir(parents=True)
    (class_folder / student / lesson).symlink_to("../" + student.replace("0", "1") + "/" + lesson)
