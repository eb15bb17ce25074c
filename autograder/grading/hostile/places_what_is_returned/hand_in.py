"""Makes an object over the switch, in place, of what a function returns: there is no assignment to be translated."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
