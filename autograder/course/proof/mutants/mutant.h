// A mutant: a right solution with one small change that makes it wrong, if the checks are good
// enough to see it. A check must fail on it; one that survives shows what the checks do not see.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace course::mutants {

/// A change of a source text: `length` bytes from `offset` on become `to`.
struct Mutant {
  std::string file;       ///< below the lesson's folder of solutions: exercise.cu, others/SLUG.cu
  std::string change;     ///< the operator that made it: "boundary"
  std::size_t line = 0;   ///< from 1, of the first byte that changes
  std::string line_text;  ///< that line, blanks joined
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string from;            ///< what is replaced, blanks joined
  std::string to;              ///< its replacement as it is put into the text
  std::size_t occurrence = 1;  ///< of those that are alike in all but their place, from 1

  /// What is replaced by what, in one line.
  std::string shown() const;
};

/// `text` without blanks at its ends, and each run of blanks inside as one.
std::string joined_blanks(const std::string& text);

/// The source with the change made. Lines keep their numbers.
std::string mutated(const std::string& source, const Mutant& mutant);

/// Numbers mutants that differ in nothing but their place, in the order of their places.
void number_occurrences(std::vector<Mutant>& mutants);

/// The change as a unified diff with three lines around it; `name` is the file's.
std::string diff_of(const std::string& source, const Mutant& mutant, const std::string& name);

}  // namespace course::mutants
