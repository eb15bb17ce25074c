// `--default-stream per-thread`: a program any file of which was compiled so takes stream 0 to be
// the calling thread's own (S2).
#pragma once

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM

#include "emulator/seam.h"

namespace emu {

bool ask_for_per_thread_default();

namespace {

__attribute__((unused)) const bool asked_for_per_thread_default = ask_for_per_thread_default();

}  // namespace

}  // namespace emu

#endif  // CUDA_API_PER_THREAD_DEFAULT_STREAM
