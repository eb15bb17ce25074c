// A missing brace first, for all else may follow from it; then the compiler's own errors.
#include "course/screen/complaint.h"

#include <fmt/format.h>

#include "course/given/braces.h"
#include "course/judge/build_cache.h"
#include "course/judge/compile_errors.h"
#include "course/screen/excerpt.h"
#include "course/screen/explanation.h"
#include "course/screen/place.h"
#include "course/screen/terminal.h"

namespace course {

namespace fs = std::filesystem;

namespace {

std::string head(const std::string& place, const std::string& words) {
  if (place.empty()) return wrapped(words, 0);
  return wrapped(fmt::format("{}: {}", paint(Color::kBold, place), words), 0);
}

/// The file that a message means: compilers run in the checkout.
fs::path file_of(const Course& course, const std::string& name) {
  const fs::path path(name);
  return path.is_absolute() ? path : course.root / path;
}

std::string told(const Course& course, const CompileError& error) {
  if (error.file.empty()) {
    return head("", paint(Color::kRed, "error: ") + error.words) + wrapped(explained(error, ""), 2);
  }
  const fs::path file = file_of(course, error.file);
  std::string text = head(place_from_here(course, file, error.line, error.column),
                          paint(Color::kRed, "error: ") + error.words);
  text += excerpt_with_caret(file, error.line, error.column);
  return text + wrapped(explained(error, source_line(file, error.line).value_or("")), 2);
}

std::string told(const Course& course, const LooseBrace& brace, const fs::path& exercise) {
  const bool opens = brace.brace == '(' || brace.brace == '[' || brace.brace == '{';
  const std::string words = opens ? fmt::format("this {} is never closed", brace.brace)
                                  : fmt::format("this {} closes nothing", brace.brace);
  std::string text = head(place_from_here(course, exercise, brace.line, brace.column),
                          paint(Color::kRed, "error: ") + words);
  text += excerpt_with_caret(exercise, brace.line, brace.column);
  return text +
         wrapped(fmt::format("The region {} must close what it opens, and nothing else. What "
                             "the compiler says of the lines below follows from this.",
                             brace.region),
                 2);
}

std::string and_more(std::size_t count) {
  if (count == 0) return "";
  const char* most = count + 1 >= kErrorsKept ? "at least " : "";
  return paint(Color::kDim, fmt::format("  and {}{} more {}, which may go with the first (--all)",
                                        most, count, count == 1 ? "error" : "errors")) +
         "\n";
}

}  // namespace

std::string told_complaint(const Course& course, const std::string& complaint,
                           const fs::path& exercise, Detail detail) {
  const auto errors = compile_errors(complaint);
  if (errors.empty()) return wrapped(complaint, 2);
  const auto brace = fs::exists(exercise) ? loose_brace(read_file(exercise)) : std::nullopt;
  std::string text = brace ? told(course, *brace, exercise) : told(course, errors[0]);
  const std::size_t first = brace ? 0 : 1;
  if (detail == Detail::kFirst) return text + and_more(errors.size() - first);
  for (std::size_t i = first; i < errors.size(); ++i) text += "\n" + told(course, errors[i]);
  return text;
}

}  // namespace course
