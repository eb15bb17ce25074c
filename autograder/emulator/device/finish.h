// The end of a run: last checks and the report.
#pragma once

#include <sys/types.h>

#include <string>

#include "device/border/embedding.h"
#include "device/border/interrupt.h"

namespace emu {

/// Where a run is to be told of.
struct Finish {
  // At start-up, before an embedder takes the environment away.
  pid_t own_process = 0;  // a copy that the program forks has nothing to report
  EmulatorReportMemory report_memory{};
  std::string wanted_trace;  // EMULATOR_TRACE
  // At the end.
  bool finished = false;
  bool is_telling = false;  // what was found: nothing of the program's runs any more
  // By signals.
  Interrupt interrupt;
};

/// Registers `emulator_finish` for the end of the process, however it ends.
void finish_at_exit();

/// Asks the program that loads exercises, where there is one, for the report's memory: embedding.h.
void tell_embedder();
/// All libraries are loaded: their variables are closed to the exercise.
void close_what_is_loaded();
/// Writes the report as it stands, says on standard error what was found, and ends the process.
[[noreturn]] void end_at_once();
/// Tells what was found until now, wherever the run is, and then `note`.
void finish_interrupted(const std::string& note);
}  // namespace emu

/// Synchronizes, looks for leaks and unread errors, writes the report. Returns the number of
/// diagnostics of severity error. Only the first call does anything.
extern "C" int emulator_finish(void);
