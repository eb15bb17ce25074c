// What came back from a run whose processes are all dead: arrays and the device's report. All of it
// is the student's code's to forge, but for the book, with which the report is compared.
#pragma once

#include <string>

#include "harness/call.h"
#include "harness/outcome.h"
#include "harness/running/memory_file.h"
#include "harness/running/run_memory.h"

namespace harness {

/// The arrays as they were on return, if it `returned`; else as they were in the end. Says which
/// was written later, and which in front of its beginning.
void read_arrays(const RunMemory& memory, const Call& call, const MemoryFile& outputs,
                 bool returned, Outcome& outcome);

inline constexpr const char* kNoReport = "the device wrote no report";
/// The device's report, if it says what the book says, and what the book says besides.
void read_report(const MemoryFile& file, const std::string& book, Outcome& outcome);

}  // namespace harness
