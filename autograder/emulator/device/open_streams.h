// Which streams of the C library are open.
#pragma once

#include <cstdio>

namespace emu {

/// Whether the C library has opened it. It may be anything: nothing of it is read.
bool is_open(const std::FILE* file);

/// open_memstream() has opened it; the C library has no list of those.
void opened_in_memory(std::FILE* file);

}  // namespace emu
