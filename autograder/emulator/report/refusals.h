// Launches that were not accepted (K6, L1), gathered by where they stand and why: what pictures and
// text say of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/record.h"

namespace emu::report {

/// "17 launches of child refused: cudaErrorLaunchPendingCountExceeded (69) at exercise.cu:9", one
/// for each kernel, error and line, in the order in which they came first.
std::vector<std::string> refusals_in_words(const Run& run);

/// About when the launch was tried, on the virtual clock. Its parent must be known.
std::uint64_t tried_at_ns(const Run& run, const Refused& refused);

/// The name of a file without its folders.
std::string file_name(std::string_view path);

}  // namespace emu::report
