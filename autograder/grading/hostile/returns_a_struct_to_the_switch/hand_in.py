"""Has an operator return a large struct over the switch of the checker: nobody tells the checker where it goes."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
