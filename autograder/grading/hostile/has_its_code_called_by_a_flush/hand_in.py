"""Forges a stream whose tables lead to its code, so that the work is done by a flush after the return."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
