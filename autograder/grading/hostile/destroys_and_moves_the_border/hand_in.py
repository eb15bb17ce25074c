"""Throws an object whose destructor overwrites what the border to the emulator keeps on the stack."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
