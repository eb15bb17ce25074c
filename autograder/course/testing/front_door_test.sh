#!/usr/bin/env bash
# Tests the bash script ./course in a checkout of its own, whose program only echoes. Usage:
# front_door_test.sh COURSE_SCRIPT PACKAGES_FILE
set -uo pipefail
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir "$root/cmake"
cp "$1" "$root/course"
cp "$2" "$root/cmake/packages.txt"
cat >"$root/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(door CXX)
add_executable(course_program autograder/main.cpp)
set_target_properties(course_program PROPERTIES OUTPUT_NAME course
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/autograder/course)
add_custom_target(course_runtime COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/emulator
  DEPENDS course_program)
add_executable(checks_01-little EXCLUDE_FROM_ALL autograder/checks/01-little.cpp)
set_target_properties(checks_01-little PROPERTIES OUTPUT_NAME 01-little
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/autograder/checks)
END
mkdir -p "$root/autograder/checks"
write_checks() { echo "int main() { return $1; }" >"$root/autograder/checks/01-little.cpp"; }
write_checks 4
write_program() { printf '%s\n' '#include <cstdio>' "$1" >"$root/autograder/main.cpp"; }
failures=0
expect() {  # expect NAME EXPECTED ACTUAL
  [[ $3 == "$2" ]] && return
  printf '%s: expected "%s", got "%s"\n' "$1" "$2" "$3"
  failures=$((failures + 1))
}

# Packages are another test's: say that they are there.
mkdir "$root/build"
touch -d '1 hour' "$root/build/.packages-for-students"

write_program 'int main(int n, char** w) { for (int i = 1; i < n; ++i) std::printf("%s ", w[i]); return 3; }'
"$root/course" --yes >/dev/null 2>&1
expect "status of the program without the emulator" 3 $?
expect "the emulator is not built for a look at the lessons" "" "$(ls "$root/build/emulator" 2>/dev/null)"
output=$("$root/course" run a.cu --yes -- --yes "two words" 2>/dev/null)
expect "status of the program" 3 $?
expect "it is for a run" "$root/build/emulator" "$(ls "$root/build/emulator" 2>/dev/null)"
expect "words of the program" "run a.cu -- --yes two words " "$output"
output=$("$root/course" 2>&1)
expect "quiet when nothing is to be built" "" "$output"
expect "and ninja is not even asked" "" "$(<"$root/build/log")"
rm "$root/build/autograder/course/course"
"$root/course" >/dev/null 2>&1
expect "a program that somebody has removed is built" 3 $?
mkdir -p "$root/lessons/01-little"
touch "$root/lessons/01-little/exercise.h"
"$root/course" >/dev/null 2>&1
expect "ninja is asked when a lesson is new" 1 "$(grep -c '^ninja: no work' "$root/build/log")"
touch "$root/lessons/01-little/exercise.cu"
"$root/course" >/dev/null 2>&1
expect "but not for an exercise" "" "$(<"$root/build/log")"
touch "$root/lessons/01-little/exercise.h"
"$root/course" >/dev/null 2>&1
expect "and for a header" 1 "$(grep -c '^ninja: no work' "$root/build/log")"

checks=$root/build/autograder/checks/01-little
expect "checks that nobody asked for are not built" "" "$(ls "$checks" 2>/dev/null)"
ninja -C "$root/build" checks_01-little >/dev/null
write_checks 5
"$root/course" >/dev/null 2>&1
"$checks"
expect "those that there are follow their source" 5 $?
rm "$root/autograder/checks/01-little.cpp"
"$root/course" >/dev/null 2>&1
expect "and are left alone when it is gone" 3 $?
write_checks 5

write_program 'int main( { return 0; }'
output=$("$root/course" 2>&1)
expect "status of a failed build" 2 $?
expect "a failed build shows its error" 1 "$(grep -m 1 -c 'main.cpp:2:.*error' <<<"$output")"
expect "with the lines that belong to it" 1 "$(grep -m 1 -c '^ .*\^' <<<"$output")"
expect "and where the rest is" 1 "$(grep -c 'build/log' <<<"$output")"

write_program 'int main() { return 0; }'
"$root/course" 2>/dev/null
expect "a mended build" 0 $?

soon() { for _ in {1..300}; do "$@" && return; sleep 0.1; done; }  # half a minute at the most

# In a session of its own: Ctrl-C goes to all that a terminal has in front. The compiler waits, as
# long as nobody writes into the header that it reads. What bash starts beside itself ignores Ctrl-C.
mkfifo "$root/autograder/pause.h"
write_program $'#include "pause.h"\nint main() { return 0; }'
setsid env --default-signal=INT "$root/course" >"$root/said" 2>&1 &
soon pgrep -s $! -f main.cpp >/dev/null  # whichever compiler it is
kill -INT -- -$!
wait $!
expect "status after Ctrl-C" 130 $?
expect "says that it stopped" 1 "$(grep -c '^Stopped' "$root/said")"
expect "and nothing of an error" 0 "$(grep -c 'went wrong' "$root/said")"
write_program 'int main() { return 0; }'
"$root/course" 2>/dev/null
expect "goes on where it was" 0 $?

# What somebody else has installed since the build was configured: here cmake says so by a file.
if command -v dpkg-query >/dev/null; then
  echo 'file(TOUCH ${CMAKE_BINARY_DIR}/configured)' >>"$root/CMakeLists.txt"
  look_again() { touch -d '2000-01-01' "$root/build/.packages-for-students"; "$root/course" 2>/dev/null; }
  cp "$root/cmake/packages.txt" "$root/packages"
  echo bash >"$root/cmake/packages.txt"
  look_again
  rm -f "$root/build/configured"
  look_again
  expect "not configured again when the same is there" "" "$(ls "$root/build/configured" 2>/dev/null)"
  echo 'coreutils ' >"$root/build/.packages-found"
  look_again
  expect "configured again when something else is there" "$root/build/configured" \
    "$(ls "$root/build/configured" 2>/dev/null)"
  cp "$root/packages" "$root/cmake/packages.txt"
  touch -d '1 hour' "$root/build/.packages-for-students"
fi

exec 8>>"$root/build/.lock"
flock 8
rm "$root/said"
"$root/course" 8>&- 2>"$root/said" &
soon test -s "$root/said"
exec 8>&-
wait $!
expect "waits for its turn" 0 $?
expect "and says so" "waiting for another ./course that builds" "$(cat "$root/said")"

setsid bash -c 'exec 8>>"$1"; flock 8; echo $$ >"$1"; sleep 60' - "$root/build/.ahead" &
ahead=$!
soon test -s "$root/build/.ahead"
"$root/course" 2>/dev/null
wait $ahead
expect "ends what is built ahead, by SIGTERM" 143 $?
"$root/course" 2>/dev/null
expect "and leaves alone who has its number now" 0 $?

# Root, too, may then write only what the modes allow.
modes_count() { setpriv --bounding-set=-dac_override,-dac_read_search,-fowner "$@"; }
[[ $EUID -eq 0 ]] || modes_count() { "$@"; }
chmod a-w "$root/build" "$root/build/.lock" "$root/build/log"
output=$(modes_count "$root/course" 2>&1)
expect "status where nothing can be written" 2 $?
expect "says so" "$root/build cannot be written" "$(grep -o -m 1 '.* cannot be written' <<<"$output")"
expect "and nothing else" 2 "$(wc -l <<<"$output")"
chmod u+w "$root/build" "$root/build/.lock" "$root/build/log"

# A full disk: a small one of its own, in a mount namespace that ends with the test.
if [[ $EUID -eq 0 ]] && unshare -m true 2>/dev/null; then
  # shellcheck disable=SC2016
  output=$(unshare -m bash -c 'mount -t tmpfs -o size=100k none "$1/build" && "$1/course"' - "$root" 2>&1)
  expect "status on a full disk" 2 $?
  expect "says that it is full" 1 "$(grep -c 'the disk is full) cannot be written' <<<"$output")"
fi

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  echo 'no-such-package-at-all' >>"$root/cmake/packages.txt"
  rm "$root/build/.packages-for-students"
  output=$(env -u CI "$root/course" </dev/null 2>&1)
  expect "status when packages are missing" 2 $?
  expect "names what is missing" 1 "$(grep -c '^Missing:.*no-such-package-at-all' <<<"$output")"
  sed -i 's/^no-such.*/no-such-package-at-all  # grading: nothing/' "$root/cmake/packages.txt"
  env -u CI "$root/course" </dev/null 2>/dev/null
  expect "students do without what instructors need" 0 $?
  output=$(env -u CI "$root/course" grade </dev/null 2>&1)
  expect "instructors do not" 1 "$(grep -c '^Missing:.*no-such-package-at-all' <<<"$output")"
  needs() { env -u CI "$root/course" "$1" </dev/null 2>&1 | grep -c '^Missing:.*no-such-package-at-all'; }
  for needed in docs:docs slides:slides pages:docs pages:slides; do
    sed -i "s/^no-such.*/no-such-package-at-all  # ${needed%:*}: nothing/" "$root/cmake/packages.txt"
    rm -f "$root/build/.packages-for-"*
    expect "what ${needed%:*} need is installed for ${needed#*:}" 1 "$(needs "${needed#*:}")"
    expect "what ${needed%:*} need is not installed for exercises" 0 "$(needs check)"
  done
fi
exit $((failures > 0))
