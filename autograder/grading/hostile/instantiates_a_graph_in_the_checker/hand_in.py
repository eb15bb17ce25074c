"""Has cudaMalloc3D hand back a pitched pointer over the switch of the checker; its width is 0."""

from pathlib import Path

from parts import addresses


def hand_in(class_folder, student, lesson, solution):
    addresses.hand_in(Path(__file__).parent, class_folder, student, lesson)
