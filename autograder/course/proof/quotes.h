// The failures that a lesson's README quotes. A page that shows what a student would see is to show
// what a student sees.
#pragma once

#include <string>
#include <vector>

#include "course/course.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"
#include "course/screen/lesson_report.h"

namespace course {

/// One quoted failure. "…" on a line of its own stands for what is left out.
struct Quote {
  std::size_t line = 0;             ///< where it begins in README.md, from 1
  bool is_of_skeleton = false;      ///< it begins with a command line
  std::string mistake;              ///< whose it is, where "<!-- mistake: NAME -->" stands above
  std::vector<std::string> pieces;  ///< without white space, times and the folders of files
};

/// The fenced blocks of the lesson's README.md that look like a failed check.
std::vector<Quote> quotes_of(const Lesson& lesson);

/// What `course check` says of this verdict on `exercise`, as quotes have it.
std::string as_printed(const Course& course, const Lesson& lesson, const LessonVerdict& verdict,
                       const std::filesystem::path& exercise, Detail detail);

/// Whether `words` are in `printed`, which `as_printed` made.
bool is_printed(const std::string& words, const std::string& printed);

/// What `course check` says of this verdict on `exercise`, with --all and without, as quotes have
/// it.
std::string as_quoted(const Course& course, const Lesson& lesson, const LessonVerdict& verdict,
                      const std::filesystem::path& exercise);

/// Whether all of the quote is in `reports`, which `as_quoted` made.
bool is_told(const Quote& quote, const std::string& reports);

/// Whether exercises are compiled by g++, whose programs README.md quotes: which of many alike
/// elements a message names, and how often it was seen, differs between compilers.
bool quotes_can_be_compared();

/// What is wrong with README.md's quotes, of the skeleton or of mistakes: those that `reports`,
/// which `as_quoted` made, does not have. None where they cannot be compared.
std::vector<std::string> quote_complaints(const Course& course, const Lesson& lesson,
                                          bool of_skeleton, const std::string& reports);

}  // namespace course
