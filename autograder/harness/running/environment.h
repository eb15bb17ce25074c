// What a run's process is told by environment variables: its own, and those that only the emulator
// reads, which go to it by the control block.
#pragma once

#include <string>
#include <vector>

#include "harness/running/settings.h"

namespace harness {

/// What every process gets. On a GPU that is also what leads to it.
std::vector<std::string> process_environment();
/// The schedule, its seed and what else the emulator is to do in this test.
std::vector<std::string> emulator_environment(const TestSettings& test);

/// The file of the trace that the emulator is to write, without its folder; empty where none is
/// wanted. Its ending says what is wanted; it comes back behind the report, since a run writes no
/// files.
std::string name_of_trace();
/// The exercise, as the run's process sees it.
std::string library_path();

}  // namespace harness
