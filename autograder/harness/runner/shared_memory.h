// The memory that runner and check program share: the header and its token, inputs, outputs and the
// device's report. Once it is mapped no descriptor leads to it any more.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/running/control.h"

namespace harness {

/// A part of the address space.
struct Span {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

/// Copies the control block but for its token, which goes to a page of its own. Gives up when there
/// is none: somebody started the runner by hand.
void read_control(Control& control);

/// The page that goes back; what it says of a crash is about this process only. Null in the
/// processes that the exercise has started: they get neither the header nor the token.
Header* header();

/// Maps header, arrays and report, and closes every descriptor that leads to them.
void map_shared_memory(const Control& control);

/// Where the array of argument `i` begins. An array ends where its last page does, in front of a
/// page that nobody may touch.
void* array(std::size_t i);

/// Keeps the arrays that go back as they are now, for calls after the first; and makes them so
/// again.
void keep_outputs(const Control& control);
void restore_outputs();

/// Notes in the header near which array the address lies, if near one.
void note_array_near(std::uintptr_t address);

/// Copies them to where the check program looks: what comes later comes too late.
void hand_outputs_over(const Control& control);

/// Writes the token: the entry point has returned; the device is at rest, too.
void sign_returned();
void sign_finished();

/// kReportBytes of zeros, and behind them so many bytes of what was handed over.
char* report_memory();
std::size_t handed_over_bytes();
/// The pipe for the book of the run.
int book_descriptor();
/// Its first entry: what comes of the run from here on is the exercise's doing.
void tell_of_loading();

/// The header, the token and the report.
struct PrivateSpans {
  Span spans[3];
};
PrivateSpans private_spans();

}  // namespace harness
