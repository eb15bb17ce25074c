"""Takes memory of the checker for a stream, and unties it: the library's own setter writes eight zeros."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
