"""Takes a forged node out of a list: the neighbour that the library writes to is the checker's switch."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
