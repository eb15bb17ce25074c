"""Asks for a limit of the L2 cache, which it has set to 0, at the switch of the checker."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
