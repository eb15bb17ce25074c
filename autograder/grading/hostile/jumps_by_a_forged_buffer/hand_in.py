"""Fills the buffer of a longjmp by hand, with a stack of its own, which leads through the emulator's code."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
