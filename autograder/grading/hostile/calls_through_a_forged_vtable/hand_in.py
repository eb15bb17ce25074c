"""Makes an object whose table of virtual functions is its own, with a function of the emulator in it."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
