"""Puts a node into a tree: it lies over the switch of the checker, and new nodes have null for children."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
