// Accesses of the user's code to what belongs to the emulator: its variables, its record of the
// run, shadow memory. No CUDA program has any business there; an attack on the verdict has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/access.h"
#include "checker/modules.h"
#include "memory/own.h"

namespace emu::checker {

/// The variables of libemulator.so; empty where the emulator is part of a program, as in unit
/// tests.
extern Segment own_variables;
/// See take_as_own.
extern Segment own_report;

inline bool is_own(std::uintptr_t address) {
  return memory::in_own(address) || address - own_variables.begin < own_variables.size ||
         address - own_report.begin < own_report.size;
}
/// The same for any byte of a range.
bool touches_own(std::uintptr_t begin, std::size_t size);

/// Reports an access that touches the emulator's memory, and ends a device thread; for the host
/// `caught` (checker.h) is called. Reads of what `leave_readable` names are fine.
void look_at_own(const Access& access);

/// Finds own_variables. Runs before main.
void find_own_variables();

}  // namespace emu::checker
