"""Makes a graph ready with parameters that lie over the switch of the checker: a null pointer is stored there."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
