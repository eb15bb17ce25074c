// The files of the little course.
#include "course/testing/little_course.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "course/commands/command_line.h"
#include "course/lesson/solution.h"
#include "course/screen/terminal.h"

namespace course {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLessonToml = R"(title = "The little lesson"
summary = "One sentence about it."
insight = "A plus takes one cycle."
suite = "Little"
builds_on = []
todos = ["add", "launch"]

[limits]
seconds = 2

[[check]]
name = "Adds"
points = 2
what = "The numbers are added"
todo = "add"

[[check]]
name = "Launches"
points = 3
what = "A grid is launched"
todo = "launch"
needs = "emulator"

[[hint]]
todo = "add"
text = "Use a plus."

[[hint]]
todo = "launch"
text = "Use angles."

[[hint]]
text = "Read the lesson."
)";

constexpr const char* kSolution = R"(  // begin: add
  does Adds
  // end: add

  // begin: launch
  does Launches
  // end: launch
)";

constexpr const char* kSkeleton = R"(#include "exercise.h"
void add() {
  // begin: add
  // TODO(add): add the numbers.
  // Must hold for any n.
  // end: add
}
void launch() {
  // begin: launch
  // TODO(launch): launch a grid.
  // end: launch
}
)";

constexpr const char* kQuiz = R"([[question]]
id = "first"
text = "Which?"
kind = "choice"
choices = ["this", "that"]
answer = ""

[[question]]
id = "second"
text = "How many?"
kind = "number"
answer = ""
)";

constexpr const char* kKey = R"([[question]]
id = "first"
text = "Which?"
kind = "choice"
choices = ["this", "that"]
answer = "b"
reason = "Because (M2)."

[[question]]
id = "second"
text = "How many?"
kind = "number"
answer = "1024"
reason = "Counted."
)";

constexpr const char* kMistake = R"(Check: Adds
Words: expected Adds
Why: plus and minus are easily confused

-  does Adds
+  does Subtracts
)";

constexpr const char* kCompiler = R"(#!/usr/bin/env bash
{ echo "$*" >"$0.words"; } 2>/dev/null  # which may not be writable
while (($#)); do
  case $1 in -o) output=$2; shift ;; *.cu) source=$1 ;; esac
  shift
done
if grep -q 'LONG COMPLAINT' "$source"; then
  printf '%s:3: error: %0100000d\n' "$source" 0 >&2
  exit 2
fi
if grep -n SYNTAX "$source" >/dev/null; then
  echo "$source:2: warning: be careful" >&2
  echo "$source:3: error: expected ';'" >&2
  exit 2
fi
if grep -q 'NO LINE' "$source"; then
  echo 'ld: out of luck' >&2
  exit 1
fi
if grep -q 'NOT THERE' "$source"; then
  echo "emucc: the input file $source does not exist" >&2
  exit 2
fi
if grep -q 'TWO ATTEMPTS' "$source" && ! [[ -e $0.tried ]]; then
  touch "$0.tried"
  echo 'cc1plus: fatal error: cannot fork' >&2
  exit 1
fi
cp "$source" "$output"
)";

constexpr const char* kChecks = R"(#!/usr/bin/env bash
for word in "$@"; do
  case $word in
    --gtest_list_tests) printf 'Little.\n'; printf '  %s\n' NAMES; exit ;;
    --exercise=*) exercise=${word#*=} ;;
    --results=*) results=${word#*=} ;;
    --gtest_filter=*) names=${word#*=} ;;
    --schedules=*) schedules=${word#*=} ;;
    --all-seconds=*) all=${word#*=} ;;
    --pictures=*) pictures=${word#*=} ;;
  esac
done
grep -q DIES "$exercise" && exit 3
grep -q SLEEPS "$exercise" && { echo asleep >"${0%/*}/sleeps"; sleep 60; }
grep -q 'TAKES ALL' "$exercise" && sleep "$all"
checks=
for name in ${names//:/ }; do
  name=${name#*.} verdict=passed message=
  [[ -n $pictures ]] && echo "grids of $name" >"$pictures/$name.svg"
  grep -q -e "does $name" -e "hides under $schedules;" "$exercise" || { verdict=failed; message="expected $name"; }
  [[ -n $message ]] && grep -q 'TAKES ALL' "$exercise" && verdict=timed_out
  [[ -n $message ]] && grep -q REPEATS "$exercise" &&
    message+="\n(schedule late; to see it again: --schedule late"')'
  checks+=$(printf ',{"name":"Little.%s","verdict":"%s","message":"%s",' "$name" "$verdict" "$message")
  cause=$(grep -o "$name fails by [a-z]*" "$exercise" | grep -o '[a-z]*$')
  checks+='"cause":"'${cause:-value}'","file":"exercise.cu","line":3,"schedule":"late","seed":0,"seconds":0.01,"stdout":"hello\n"}'
done
printf '{"device":"emulator","checks":[%s]}' "${checks:1}" >"$results"
)";

}  // namespace

LittleCourse::LittleCourse()
    : course_{folder_.path(), folder_.path() / "build", folder_.path() / "emucc",
              folder_.path() / "libemulator.so", folder_.path() / "checks"} {
  use_colors(false);
  write_lesson();
  write_solution();
  write_file(course_.emulator, "");
  write_file(course_.runner(), "");
  write_program(course_.emucc, kCompiler);
  write_checks_program({"Adds", "Launches"});
}

Lesson LittleCourse::lesson() const { return load_lesson(course_.lessons() / "01-little"); }

fs::path LittleCourse::exercise() const { return course_.lessons() / "01-little" / "exercise.cu"; }

fs::path LittleCourse::solution() const {
  return course_.solutions() / "01-little" / "exercise.cu";
}

std::string LittleCourse::solved() const { return solution_of(course_, lesson()); }

fs::path LittleCourse::skeleton() const { return course_.lessons() / "01-little" / "skeleton.cu"; }

void LittleCourse::write_exercise(const std::string& text) const { write_file(exercise(), text); }

void LittleCourse::write_checks_program(const std::vector<std::string>& names) const {
  std::string text = kChecks;
  std::string list;
  for (const std::string& name : names) list += " " + name;
  text.replace(text.find(" NAMES"), 6, list);
  write_program(course_.checks / "01-little", text);
}

int LittleCourse::run(const std::vector<std::string>& words) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = run_command_line(course_, words);
  out = testing::internal::GetCapturedStdout();
  err = testing::internal::GetCapturedStderr();
  return status;
}

void LittleCourse::write_lesson() const {
  const fs::path folder = course_.lessons() / "01-little";
  write_file(folder / "lesson.toml", kLessonToml);
  write_file(folder / "exercise.h", "#pragma once\n");
  write_file(folder / "README.md", "# The little lesson\n");
  write_file(folder / "questions.toml", kQuiz);
  write_file(folder / "skeleton.cu", kSkeleton);
  write_file(folder / "answers.toml", kQuiz);
  write_file(folder / "exercise.cu", kSkeleton);
}

void LittleCourse::write_solution() const {
  const fs::path folder = course_.solutions() / "01-little";
  write_file(folder / "exercise.cu", kSolution);
  write_file(folder / "answers.toml", kKey);
  write_file(folder / "mistakes" / "minus.change", kMistake);
}

NamedCompiler::NamedCompiler(const std::string& name) {
  if (const char* before = std::getenv("NVCC_CCBIN")) before_ = before;
  setenv("NVCC_CCBIN", name.c_str(), 1);
}

NamedCompiler::~NamedCompiler() {
  if (before_) setenv("NVCC_CCBIN", before_->c_str(), 1);
  if (!before_) unsetenv("NVCC_CCBIN");
}

void LittleCourse::write_program(const fs::path& file, const std::string& text) const {
  write_file(file, text);
  fs::permissions(file, fs::perms::owner_all);
}

}  // namespace course
