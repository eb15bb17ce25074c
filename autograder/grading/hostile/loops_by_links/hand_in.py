"""Hands in folders that lead into themselves by symbolic links, its lesson among them."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student
    folder.mkdir()
    (folder / lesson).symlink_to(lesson)
    (folder / "again").symlink_to(".")
    (folder / "up").symlink_to("..")
