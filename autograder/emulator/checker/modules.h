// The loaded modules: where their code, constants and data lie.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu::checker {

struct Segment {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
};

/// The code segment that holds an address; empty when no module's does.
Segment text_around(const void* address);

enum class ModulePart {
  kNone,      // no module's
  kConstant,  // code and constants: reading it is fine
  kData,      // variables
};
/// Of a module that is loaded.
struct ModuleRange {
  std::uintptr_t begin, end;
  ModulePart what;
  bool code;
};
/// Looks up loaded modules again when the address is not in a known one.
ModulePart module_part(std::uintptr_t address);

}  // namespace emu::checker
