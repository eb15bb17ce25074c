"""Puts an array's handle together itself, with the checker's memory for its data, and copies there."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
