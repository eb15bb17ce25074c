// Which variables of the libraries an exercise may write to: those by which streams are told how to
// print, and errno. All others are closed to it (checker/own_memory.h).
#pragma once

namespace emu {

/// For the embedder, once, before any code of the exercise runs. `program` is the path by which its
/// library was loaded.
void close_libraries(const char* program);

}  // namespace emu
