"""Correct, but sees from the environment when it runs only to be drawn: the picture on its page then shows a
program that was never graded."""

import re

HEAD = """#include <cstdlib>
#include <cuda_runtime.h>
__global__ void excellent_work() {}
"""
# What is not drawn is right; what is drawn is another program.
BRANCH = """
  if (getenv("EMULATOR_TRACE") != nullptr) {
    for (int i = 0; i < 12; ++i) excellent_work<<<1, 32>>>();
    return cudaDeviceSynchronize();
  }"""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    source = re.sub(r'(extern "C" int \w+\([^)]*\)\s*\{)', lambda found: found[1] + BRANCH, solution)
    (folder / "exercise.cu").write_text(HEAD + source)
