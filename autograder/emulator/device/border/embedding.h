// What a program that loads exercises, such as the harness' runner, agrees on with the emulated
// device. A program that knows nothing of this gets its report by EMULATOR_REPORT.
#pragma once

#include <cstddef>

extern "C" {

/// An array that the embedder passes to the exercise: values that it is given, or a result that it
/// is to fill, or both. Who writes results is told to the book (results.h), and how much of what
/// the device gets was not given (handed_over/handed_over.h). What is only given cannot be written
/// to.
struct EmulatorArray {
  char* begin;
  std::size_t bytes;
  std::size_t element_bytes;
  bool is_given, is_result;
};

/// Where the device is to put its report.
struct EmulatorReportMemory {
  char* begin;  ///< zeros; null: EMULATOR_REPORT says where
  std::size_t bytes;
  int book;  ///< the pipe for the book of the run (book.h); open for as long as the process lives
  const char* program;       ///< path of the exercise's library, as it was loaded
  std::size_t bytes_behind;  ///< that the exercise may not touch either
  const EmulatorArray* arrays;
  std::size_t array_count;
};

/// A program that defines and exports this is asked once, when the device has read its EMULATOR_…
/// variables, and before any constructor of the exercise runs: all libraries are loaded and
/// relocated by then. A report that does not fit is cut. From here on the exercise may not write to
/// variables of any other library, nor to the embedder's.
[[gnu::weak]] EmulatorReportMemory emulator_started();

/// A program that loads this library long before an exercise, and asks it to wait: true while it is
/// loaded. Nothing has been read of the environment then.
[[gnu::weak]] bool emulator_waits();
/// For such a program, once and in this order: before it loads the exercise, which asks
/// emulator_started, and when all libraries are loaded and relocated.
void emulator_start();
void emulator_loaded();
/// For such a program, before it forks: reads what all of its processes need of the exercise's
/// library. Nothing of it is loaded or run.
void emulator_read_ahead(const char* library);

/// Where an exercise that was compiled as one that is not trusted has its symbol
/// `emulator_program`. Runs its constructors, which no loader finds; null: nothing, the loader has.
void emulator_begin_program(const void* table);
/// What to call in place of the exercise's entry point, with its arguments, of which
/// `arguments_size` bytes lie on the stack. The stack above them is closed to the exercise.
using EmulatorFunction = void (*)();
EmulatorFunction emulator_entry(EmulatorFunction entry_point, std::size_t arguments_size);

/// Whether any of these bytes are such variables, or the emulator's own memory, which no heap
/// hands out.
bool emulator_closes(const void* begin, std::size_t size);
}
