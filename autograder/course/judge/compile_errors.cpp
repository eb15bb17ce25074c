// "exercise.cu:3:9: error: …" and "exercise.cu(3): error: …" → CompileError.
#include "course/judge/compile_errors.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace course {

namespace {

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

/// The number that ends `text`, which is shortened by it and by `before`; 0 when there is none.
int take_number(std::string_view& text, char before) {
  const std::size_t at = text.rfind(before);
  if (at == text.npos || at + 1 == text.size()) return 0;
  int number = 0;
  const auto [end, failed] =
      std::from_chars(text.data() + at + 1, text.data() + text.size(), number);
  if (failed != std::errc{} || end != text.data() + text.size()) return 0;
  text.remove_suffix(text.size() - at);
  return number;
}

/// Reads what stands before ": error: ", one of a.cu:3:9, a.cu:3, a.cu(3).
void read_place(std::string_view place, CompileError& error) {
  if (place.ends_with(')')) {
    place.remove_suffix(1);
    error.line = take_number(place, '(');
  } else {
    error.line = take_number(place, ':');
    const int line = take_number(place, ':');
    if (line > 0) {
      error.column = error.line;
      error.line = line;
    }
  }
  if (error.line > 0) error.file = place;
}

/// Whether the line begins an error, which is then in `error`.
bool is_error(const std::string& line, CompileError& error) {
  for (const std::string_view kind : {": fatal error: ", ": error: "}) {
    const std::size_t at = line.find(kind);
    if (at == line.npos) continue;
    read_place(std::string_view(line).substr(0, at), error);
    error.words = line.substr(at + kind.size());
    return true;
  }
  const std::size_t undefined = line.find("undefined reference to");
  if (undefined != line.npos) error.words = line.substr(undefined);
  return undefined != line.npos;
}

bool only_repeats(const CompileError& error, const std::vector<CompileError>& before) {
  return !before.empty() && before.back().file == error.file && before.back().line == error.line &&
         error.words.ends_with("is undefined in device code");
}

/// Words of emucc's refusals (toolchain/objects/imports.cpp,
/// translator/refusals/refuse_emulators_names.cpp, …).
constexpr const char* kReaching[] = {"belongs to the emulator", "is not for exercises"};

/// `exercise.cu(3)`; what is quoted has blanks before it, and so have a warning's own words.
bool is_emuccs_own(const CompileError& error) {
  return error.line > 0 && error.column == 0 && error.file.find_first_of(" |:") == error.file.npos;
}

bool says_reaching(const CompileError& error) {
  return std::ranges::any_of(
      kReaching, [&](const char* words) { return error.words.find(words) != error.words.npos; });
}

std::string note_in(const std::string& line) {
  const std::size_t at = line.find("note: ");
  return at == line.npos ? "" : line.substr(at + 6);
}

}  // namespace

std::string CompileError::name() const {
  const std::size_t open = words.find_first_of("'\"");
  if (open == words.npos) return "";
  const std::size_t close = words.find(words[open], open + 1);
  const std::string quoted = words.substr(open + 1, close - open - 1);
  return quoted.substr(0, quoted.find('('));
}

std::vector<CompileError> compile_errors(std::string_view complaint) {
  std::string text(complaint);
  for (const char* quote : {"‘", "’"}) replace_all(text, quote, "'");
  std::vector<CompileError> errors;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    CompileError error;
    if (is_error(line, error)) {
      if (!only_repeats(error, errors)) errors.push_back(error);
    } else if (const std::string note = note_in(line); !note.empty() && !errors.empty()) {
      errors.back().notes.push_back(note);
    }
  }
  return errors;
}

bool refused_for_reaching(int status, std::string_view messages) {
  constexpr int kRefused = 2;  // toolchain/build.cpp: not what g++ found wrong
  if (status != kRefused) return false;
  return std::ranges::any_of(compile_errors(messages), [](const CompileError& error) {
    return is_emuccs_own(error) && says_reaching(error);
  });
}

}  // namespace course
