#!/usr/bin/env bash
# A lesson's solution passes where no report tells its checks what it did, as on a card. The program
# runs on the emulated device all the same, with two of them: so every change of a check is tried
# for that, before a card sees it.
#
#   without_a_report.sh EMUCC CHECKS LESSON FOLDER SOLUTION
#
# CHECKS is the folder of the check programs, FOLDER the lesson's, SOLUTION its whole solution.
set -euo pipefail
emucc=$1 checks=$2 lesson=$3 folder=$4 solution=$5

made=$(mktemp -d)
trap 'rm -rf -- "$made"' EXIT
"$emucc" -std=c++20 --shared -I"$folder" -o "$made/exercise.so" "$solution"
# Runs on a card get no environment for the emulator.
"$checks/$lesson" --exercise="$made/exercise.so" --device=gpu --gpus=2 --schedules=eager \
  --launcher=/usr/bin/env --launcher=EMULATOR_DEVICES=2 --launcher="$checks/exercise-runner" |
  tee "$made/said"
# Where every check needs the emulator, a card would let everything pass.
grep -q '^passed ' "$made/said"
