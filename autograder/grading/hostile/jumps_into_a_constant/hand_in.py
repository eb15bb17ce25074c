"""Jumps into a number whose bytes are a system call: the kernel writes where the checker keeps its switch."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
