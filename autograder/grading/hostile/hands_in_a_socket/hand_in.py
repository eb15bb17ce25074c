"""Hands in a socket instead of the exercise."""

import os
import socket


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    before = os.getcwd()
    os.chdir(folder)  # a socket's name is short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("exercise.cu")
    os.chdir(before)
