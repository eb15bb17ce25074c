// For libdwfl, which reads object files as if they were loaded and looks for no other files.
#pragma once

#include <elfutils/libdwfl.h>

namespace emu::toolchain {

inline const Dwfl_Callbacks kOfflineCallbacks{
    [](Dwfl_Module*, void**, const char*, Dwarf_Addr, char**, Elf**) { return -1; },
    [](Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*, GElf_Word, char**) {
      return -1;
    },
    dwfl_offline_section_address, nullptr};

}  // namespace emu::toolchain
