// The operators: which changes of a solution are worth trying. Each kind is a mistake that people
// make or a place where a program rests on what CUDA promises; docs/mutants.md has the list.
//
// Not tried: what only costs time or more room than needed (an atomic of a wider scope, an array
// with one element more), what always runs away (a loop that counts the other way), and calls of
// the host's API whose error nothing looks at, since on the emulator they do not fail.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/proof/mutants/mutant.h"
#include "course/proof/mutants/source.h"

namespace course::mutants {

/// Collects the mutants of one source. Changes that are not in a region, that change nothing, or
/// that are there already are left out.
class Finder {
 public:
  Finder(const Source& source, std::string file) : source_(source), file_(std::move(file)) {}

  const Source& source() const { return source_; }
  const std::vector<Mutant>& found() const { return found_; }

  /// The tokens become `to`.
  void replace(const std::string& change, Range tokens, const std::string& to);
  void replace(const std::string& change, std::size_t token, const std::string& to);
  /// The two, which do not overlap and stand in this order, change places.
  void swap(const std::string& change, Range first, Range second);
  void replace_bytes(const std::string& change, std::size_t offset, std::size_t length,
                     std::string to);

 private:
  const Source& source_;
  std::string file_;
  std::vector<Mutant> found_;
};

// By theme. Each looks at the whole source.
void find_in_expressions(Finder& finder);  ///< comparisons, arithmetic, logic, constants
void find_in_conditions(Finder& finder);   ///< guards, loops
void find_in_calls(Finder& finder);        ///< arguments, sizes, limits, devices
void find_in_launches(Finder& finder);     ///< shape, shared bytes, stream, arguments
void find_in_statements(Finder& finder);   ///< what is left out, or comes too early or too late
void find_in_order(Finder& finder);        ///< atomics, scopes, fences, masks, volatile
void find_in_ptx(Finder& finder);          ///< instructions in strings

/// All mutants of a source text, in the order of their places. `file` as in Mutant.
std::vector<Mutant> find_mutants(const std::string& text, const std::string& file);

}  // namespace course::mutants
