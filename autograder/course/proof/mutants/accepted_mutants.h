// solutions/NN-name/mutants.toml: the mutants of a lesson that no check catches, each with a
// reason.
//
//   [[equivalent]]                       # does the same as the solution, in every order
//   file = "exercise.cu"                 # the solution, when left out; "*" for all solutions
//   operator = "boundary"
//   line = "if (i < n) out[i] = i;"      # the line that changes; blanks do not count
//   from = "<"                           # these three may be left out: then it holds for all that
//   to = "<="                            # the operator makes of that line
//   occurrence = 2                       # the second such line of the file
//   reason = "The array has a spare element, and no grid looks at it."
//
//   [[survivor]]                         # wrong, but no check can be asked to see it
//
// `line`, `from` and `to` may be lists, of which one must fit. A text of `from` and `to` may begin
// or end with a star, which stands for any text: to = "*, 0, cudaStreamTailLaunch". Where `to` is
// given, `line` may be left out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/proof/mutants/mutant.h"

namespace course::mutants {

struct AcceptedMutant {
  bool is_equivalent = false;  ///< else a survivor, which counts
  std::string file;
  std::string change;
  std::vector<std::string> lines, from, to;  ///< one of each must fit; none: any does
  std::optional<std::size_t> occurrence;
  std::string reason;
  std::size_t toml_line = 0;

  bool holds_for(const Mutant& mutant) const;
};

/// None when there is no such file. Throws FileError, with file and line, for what is not as above.
std::vector<AcceptedMutant> load_accepted(const std::filesystem::path& file);

/// The first that holds for a mutant; null when none does.
const AcceptedMutant* accepted_as(const std::vector<AcceptedMutant>& accepted,
                                  const Mutant& mutant);

/// The entry as it would stand in the file, but for the reason.
std::string entry_for(const Mutant& mutant);

}  // namespace course::mutants
