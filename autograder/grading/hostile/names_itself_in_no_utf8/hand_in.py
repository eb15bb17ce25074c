"""The student's name is not valid UTF-8."""

import os


def hand_in(class_folder, student, lesson, solution):
    name = os.fsencode(student) + b"\xff\xc0\xaf"
    folder = os.path.join(os.fsencode(class_folder), name, os.fsencode(lesson))
    os.makedirs(folder)
    with open(os.path.join(folder, b"exercise.cu"), "w") as file:
        file.write(solution)
    return student + "\\xff\\xc0\\xaf"
