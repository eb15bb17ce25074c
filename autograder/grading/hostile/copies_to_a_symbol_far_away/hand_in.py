"""Copies to its own variable from a byte on that lies in the checker: the offset is modulo 2^64."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
