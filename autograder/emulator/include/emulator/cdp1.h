// A program any file of which was compiled for CUDA Dynamic Parallelism 1 runs by its rules: device
// code may call cudaDeviceSynchronize, and nesting ends at 24 levels (X1, L6).
#pragma once

#ifdef CUDA_FORCE_CDP1_IF_SUPPORTED

#include "emulator/seam.h"

namespace emu {

bool ask_for_cdp1();

namespace {

__attribute__((unused)) const bool asked_for_cdp1 = ask_for_cdp1();

}  // namespace

}  // namespace emu

#endif  // CUDA_FORCE_CDP1_IF_SUPPORTED
