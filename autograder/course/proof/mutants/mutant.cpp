// Texts before and after one change.
#include "course/proof/mutants/mutant.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>

#include "base/text.h"

namespace course::mutants {

namespace {

constexpr std::size_t kAround = 3;  // lines of a diff before and after what differs

/// For one line: the diff has all of it.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 80, kEnds = 36;
  if (text.size() <= kMost) return text;
  return text.substr(0, kEnds) + " … " + text.substr(text.size() - kEnds);
}

void append_lines(std::string& diff, char mark, const std::vector<std::string>& lines,
                  std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) diff += mark + lines[i] + "\n";
}

}  // namespace

std::string joined_blanks(const std::string& text) {
  std::istringstream words(text);
  std::string joined;
  for (std::string word; words >> word;) joined += (joined.empty() ? "" : " ") + word;
  return joined;
}

std::string Mutant::shown() const {
  const std::string after = joined_blanks(to);
  return after.empty() ? fmt::format("without {}", shortened(from))
                       : fmt::format("{} → {}", shortened(from), shortened(after));
}

std::string mutated(const std::string& source, const Mutant& mutant) {
  std::string text = source;
  return text.replace(mutant.offset, mutant.length, mutant.to);
}

void number_occurrences(std::vector<Mutant>& mutants) {
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, std::size_t>
      seen;
  for (Mutant& mutant : mutants) {
    mutant.occurrence = ++seen[{mutant.file, mutant.change, mutant.line_text, mutant.from,
                                joined_blanks(mutant.to)}];
  }
}

std::string diff_of(const std::string& source, const Mutant& mutant, const std::string& name) {
  const std::vector<std::string> before = base::lines_of(source);
  const std::vector<std::string> after = base::lines_of(mutated(source, mutant));
  const std::size_t common = std::min(before.size(), after.size());
  std::size_t first = 0;
  while (first < common && before[first] == after[first]) ++first;
  std::size_t same_end = 0;
  while (same_end < common - first &&
         before[before.size() - 1 - same_end] == after[after.size() - 1 - same_end]) {
    ++same_end;
  }
  const std::size_t before_end = before.size() - same_end, after_end = after.size() - same_end;
  const std::size_t begin = first - std::min(first, kAround);
  const std::size_t end = std::min(before.size(), before_end + kAround);
  std::string diff = fmt::format("--- a/{0}\n+++ b/{0}\n@@ -{1},{2} +{1},{3} @@\n", name, begin + 1,
                                 end - begin, end - begin + after_end - before_end);
  append_lines(diff, ' ', before, begin, first);
  append_lines(diff, '-', before, first, before_end);
  append_lines(diff, '+', after, first, after_end);
  append_lines(diff, ' ', before, before_end, end);
  return diff;
}

}  // namespace course::mutants
