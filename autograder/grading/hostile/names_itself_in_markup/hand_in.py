"""Correct, but the student's name is markup for a page and a formula for a spreadsheet."""


def hand_in(class_folder, student, lesson, solution):
    student = "=1+1 <b onclick=alert(1)>' \"" + student
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(solution)
    return student
