// How messages name threads, grids, lines and memory.
#pragma once

#include <string>

#include "checker/order/order.h"

namespace emu::checker {

/// "3", or "(3,1)" where the dimensions have more than one axis.
std::string index_words(uint3 index, dim3 dimensions);
/// "block 0"; empty for the host and copies.
std::string block_words(const Block& block);
/// "thread 40", "threads 32 to 47", "several threads": who of the block made the stamp.
std::string thread_words(Stamp stamp);
/// "block 0 thread 40", "several blocks of kernel fill", "the host", "cudaMemcpyAsync".
std::string who_words(Stamp stamp);
/// "child grid double_all (launched at 31 by block 0 thread 0)", "kernel fill", "the host".
std::string work_words(const Work& work);
/// Whoever runs now: "kernel fill, block 0 thread 40,", "the host".
std::string who_runs();
/// "line 24", or "other.cu:24" when that is not the file of `here`.
std::string line_words(const SourceLine& line, const SourceLine& here);
std::string file_and_line(const SourceLine& line);

}  // namespace emu::checker
