"""Reads schedule and seed in the emulator's memory by mempcpy, and is right only under those that everybody knows."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
