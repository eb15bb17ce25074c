#!/usr/bin/env python3
"""orders.py EMUCC: how many of 200 random schedules find a mistake that needs one order (orders.cu).

Even seeds choose by chance at every step, odd ones by priorities.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SEEDS = 200
SIZES = [(grids, steps) for grids in (3, 10, 30) for steps in (1, 10, 100)]


def finds(program, size, seed):
    settings = {"EMULATOR_SCHEDULE": "random", "EMULATOR_SEED": str(seed)}
    words = [program, *map(str, size)]
    return subprocess.run(words, env=os.environ | settings, check=False).returncode == 1


def share(program, size, first):
    seeds = range(first, first + 2 * SEEDS, 2)
    return sum(finds(program, size, seed) for seed in seeds) / SEEDS


def main(emucc):
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/orders"
        subprocess.run([emucc, "-o", program, HERE / "orders.cu"], check=True)
        print("| grids | steps between | found by chance, % | by priorities, % |\n|--:|--:|--:|--:|")
        for size in SIZES:
            by_chance, by_priority = share(program, size, 2), share(program, size, 1)
            print(f"| {size[0]} | {size[1]} | {by_chance:.0%} | {by_priority:.0%} |".replace("%", ""))


if __name__ == "__main__":
    main(sys.argv[1])
