// How a run ended, in a word for the results and in a sentence for the student.
#pragma once

#include <string>
#include <vector>

#include "harness/outcome.h"
#include "harness/running/book.h"
#include "harness/running/control.h"
#include "harness/running/process.h"

namespace harness {

/// All that is known of a run whose processes are dead.
struct EndedRun {
  std::string entry_point;
  const Header& header;  ///< the student's code may have written to it
  const ProcessEnd& process;
  Limits limits;
  bool returned = false;           ///< the token was there after the call
  bool finished = false;           ///< and again when the device had come to rest
  bool crashed_on_device = false;  ///< the emulator's report shows it
  bool launched = false;           ///< through a launcher, which may have set limits of its own
  double all_seconds =
      0;                ///< the limit of all runs together, where this one had what was left of it
  LaunchedGrids grids;  ///< up to its end
  struct NamedArgument {
    std::string name;
    std::size_t elements = 0;
    SlotKind kind = SlotKind::kValue;
  };
  std::vector<NamedArgument> arguments;
};

Ending ending_of(const EndedRun& run);
/// A sentence or two; empty when it finished.
std::string ending_sentence(Ending ending, const EndedRun& run);

}  // namespace harness
