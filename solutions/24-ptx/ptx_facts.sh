#!/bin/bash
# ptx_facts.sh FILE: what the quiz of lesson 24 asks about launch.ptx is so in FILE, whichever nvcc
# made it. Prints what is not, and exits with 1.
set -u
file=$1
parent=$(sed -n '/\.entry _Z6parentPii/,$p' "$file")
missing=0

# expect COUNT WHAT PATTERN: the parent's text has so many matches, over line ends as well.
expect() {
  local found
  found=$(tr -s ' \t\n' ' ' <<< "$parent" | grep -oE -- "$3" | wc -l)
  [ "$found" = "$1" ] && return
  echo "$file: $2: $found times, not $1"
  missing=1
}

expect 4 "calls, two for each launch" 'call(\.uni)? \('
expect 2 "buffers asked for" 'call[^;]*GetParameterBufferV2'
expect 2 "launches" 'call[^;]*LaunchDeviceV2'
expect 2 "comparisons of the buffer with 0" 'setp\.(eq|ne)\.s64 %p[0-9]+, %rd[0-9]+, 0;'
expect 2 "n stored behind the pointer" 'st\.(b32|u32) \[%rd[0-9]+\+8\]'
expect 1 "64 bytes of shared memory" 'st\.param\.b32 \[param3(\+0)?\], 64;'
expect 1 "the tail stream" 'st\.param\.b64 \[param1(\+0)?\], 3;'
expect 1 "thread 0 chosen by a predicate" 'setp\.ne\.s32 %p[0-9]+, %r[0-9]+, 0; @%p[0-9]+ bra'
exit $missing
