#!/bin/bash
# finds_order_bugs.sh PROGRAM MODE: the schedules that are usual (late, eager, random 1 to 3) must show
# that MODE depends on the order: it fails under one of them at least, and not under all.
program=$1 mode=$2 good="" bad=""
for schedule in late eager random:1 random:2 random:3; do
  if EMULATOR_SCHEDULE=${schedule%:*} EMULATOR_SEED=${schedule#*:} EMULATOR_REPORT=/dev/null \
      "$program" "$mode" > /dev/null; then
    good="$good $schedule"
  else
    bad="$bad $schedule"
  fi
done
echo "$mode: right under$good, wrong under$bad"
[ -n "$good" ] && [ -n "$bad" ]
