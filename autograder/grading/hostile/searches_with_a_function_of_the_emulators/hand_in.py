"""Gives bsearch a function of the emulator in place of one that compares, and false in place of a key."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
