"""Has the compiler find a function of the emulator's by its argument's type, and so never names the emulator: it places a shared variable over the switch of the checker."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
