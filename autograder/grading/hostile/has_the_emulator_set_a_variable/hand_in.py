"""Has the emulator call putenv, which exercises may not call, by a pointer to a function of the emulator's."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
