// Start and stop of NVIDIA's profiler; there is none to start here.
#pragma once

#include "cuda_runtime_api.h"

inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
