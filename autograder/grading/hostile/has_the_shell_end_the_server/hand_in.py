"""Right, and has the emulator call the shell, which lets the process that starts the runs have no more processor time."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
