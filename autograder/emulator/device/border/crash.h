// Signals raised by device code: a fault of the device, not of the program.
#pragma once

namespace emu {
/// What a card answers with error 700 and a sticky context, a CPU answers with SIGSEGV: turn the
/// one into the other where device code did it, and save the report where host code did.
void catch_crashes();
/// A stack on which signals of the calling thread are handled: a device thread that runs out of
/// stack may run on any host thread. To be given back by the same.
void* take_signal_stack();
void give_signal_stack(void* memory);
void finish_now();
}  // namespace emu
