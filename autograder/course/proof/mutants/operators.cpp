// From edits to mutants.
#include "course/proof/mutants/operators.h"

#include <algorithm>

namespace course::mutants {

namespace {

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

void Finder::replace(const std::string& change, Range tokens, const std::string& to) {
  const std::size_t begin = source_.begin_of(tokens.first);
  replace_bytes(change, begin, source_.end_of(tokens.last) - begin, to);
}

void Finder::replace(const std::string& change, std::size_t token, const std::string& to) {
  replace(change, Range{token, token}, to);
}

void Finder::swap(const std::string& change, Range first, Range second) {
  const std::string a = source_.text_of(first), b = source_.text_of(second);
  if (joined_blanks(a) == joined_blanks(b)) return;
  const std::size_t begin = source_.begin_of(first.first), middle = source_.end_of(first.last);
  const std::size_t behind = source_.begin_of(second.first), end = source_.end_of(second.last);
  const std::string between = source_.text().substr(middle, behind - middle);
  replace_bytes(change, begin, end - begin, b + between + a);
}

void Finder::replace_bytes(const std::string& change, std::size_t offset, std::size_t length,
                           std::string to) {
  const std::string from = source_.text().substr(offset, length);
  if (joined_blanks(from) == joined_blanks(to)) return;
  if (!source_.is_students(offset) || !source_.is_students(offset + length - 1)) return;
  // Messages, and the reader of a survivor, find the other lines where they were.
  for (std::size_t lines = lines_in(to); lines < lines_in(from); ++lines) to += '\n';
  const bool known = std::any_of(found_.begin(), found_.end(), [&](const Mutant& mutant) {
    return mutant.offset == offset && mutant.length == length && mutant.to == to;
  });
  if (known) return;
  found_.push_back({file_, change, source_.line_number(offset),
                    joined_blanks(source_.line_at(offset)), offset, length, joined_blanks(from),
                    std::move(to)});
}

std::vector<Mutant> find_mutants(const std::string& text, const std::string& file) {
  const Source source(text);
  Finder finder(source, file);
  find_in_launches(finder);
  find_in_order(finder);
  find_in_calls(finder);
  find_in_statements(finder);
  find_in_conditions(finder);
  find_in_expressions(finder);
  find_in_ptx(finder);
  std::vector<Mutant> mutants = finder.found();
  std::stable_sort(mutants.begin(), mutants.end(),
                   [](const Mutant& a, const Mutant& b) { return a.offset < b.offset; });
  number_occurrences(mutants);
  return mutants;
}

}  // namespace course::mutants
