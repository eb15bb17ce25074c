"""Gives up making a static variable whose guard is the switch of the checker: so it becomes 0."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
