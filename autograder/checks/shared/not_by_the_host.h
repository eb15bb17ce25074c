// NotByTheHost(array, which): the host computed none of these elements of the run's i-th array.
//
// For arrays of structs, of which WroteResult may ask too much: where an operator that is not
// inlined returns a struct into memory, g++ writes it without a hook, and the emulator knows of no
// writer. Holds where the memory that is copied to the host was never written by the host.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using WhichElements = std::function<bool(std::size_t)>;

inline harness::Refusal why_by_the_host(const harness::Outcome& run, std::size_t array,
                                        const WhichElements& which) {
  for (const harness::ElementsWritten& written : run.writers) {
    if (written.array != array || written.by != harness::ElementsWritten::By::kHost) continue;
    for (std::size_t i = written.first; i < written.first + written.count; ++i) {
      if (!which(i)) continue;
      const std::string& name = run.arrays[array].name;
      return because(
          fmt::format("{0}[{1}] was computed by the host. The task wants grids to write "
                      "{0}, and the host only to copy it",
                      name, i));
    }
  }
  return {};
}

inline Judged NotByTheHost(std::size_t array, WhichElements which) {
  return {"is not computed by the host",
          [array, which = std::move(which)](const harness::Outcome& run) {
            return why_by_the_host(run, array, which);
          }};
}

}  // namespace checks
