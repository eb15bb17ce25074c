// `--default-stream per-thread`: a program any file of which was compiled so takes stream 0 to be the
// calling thread's own (S2).
#pragma once

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM

#include "emulator/seam.h"

namespace emu {

extern bool per_thread_default;  // the library asks it whenever a stream is 0

namespace {

EMU_UNCHECKED inline bool ask_for_per_thread_default() { return per_thread_default = true; }
__attribute__((unused)) const bool asked_for_per_thread_default = ask_for_per_thread_default();

}  // namespace

}  // namespace emu

#endif  // CUDA_API_PER_THREAD_DEFAULT_STREAM
