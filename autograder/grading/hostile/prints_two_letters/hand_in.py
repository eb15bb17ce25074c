"""Prints two letters over the switch by sprintf as it stands in the header: compilers make a copy of it, in which no hook is."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
