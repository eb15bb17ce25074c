"""Gives stdout the memory of the checker for a buffer, as the C library has a function for."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
