"""Has the C++ library write a zero over the switch of the checker, through a buffer that begins there."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
