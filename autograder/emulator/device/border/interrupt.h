// Ctrl-C and SIGTERM: what was found until then is told, and the process ends as by that signal.
//
// Where the signal comes in the midst of the program's own code, of a kernel or of the host,
// nothing of the emulator is under way, and the handler tells at once. Elsewhere it leaves a note,
// at which the scheduler looks and host code that has waited, and a timer sends the signal again
// every millisecond until it finds the program in such a place. So kernels that call nothing are
// stopped, too, and nothing is looked at where no signal has come. A second Ctrl-C ends the process
// at once.
#pragma once

#include <atomic>
#include <cstdint>

namespace emu {

struct Interrupt {
  std::atomic<int> signal = 0;  // that has come; 0: none
  std::atomic<bool> is_told = false;
  std::uint64_t came_at = 0;  // ns
  unsigned repeats = 0;       // since then
  int timer = 0;              // that repeats it
  // At start-up: the code of the program itself.
  std::uintptr_t code_begin = 0, code_end = 0;
};

/// At start-up, in programs that no embedder has loaded. A program's own handler takes the place of
/// this one, and where signals are ignored they stay so.
void catch_interrupts();

/// By the thread with the baton, where nothing of the emulator is under way.
void look_for_interrupt();

}  // namespace emu
