// What a program that loads exercises, such as the harness' runner, agrees on with the emulated
// device. A program that knows nothing of this gets its report by EMULATOR_REPORT.
#pragma once

#include <cstddef>

extern "C" {

/// An array that the exercise is to fill: who writes it is told to the book (results.h).
struct EmulatorResult {
  char* begin;
  std::size_t bytes;
  std::size_t element_bytes;
};

/// Where the device is to put its report.
struct EmulatorReportMemory {
  char* begin;  ///< zeros; null: EMULATOR_REPORT says where
  std::size_t bytes;
  int book;  ///< the pipe for the book of the run (book.h); open for as long as the process lives
  std::size_t bytes_behind;  ///< that the exercise may not touch either
  const EmulatorResult* results;
  std::size_t result_count;
};

/// A program that defines and exports this is asked once, when the device has read its EMULATOR_…
/// variables, and before any constructor of the exercise runs: all libraries are loaded and
/// relocated by then. A report that does not fit is cut.
[[gnu::weak]] EmulatorReportMemory emulator_started();
}
