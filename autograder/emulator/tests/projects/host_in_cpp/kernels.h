#pragma once

#include <cuda_runtime_api.h>

void launch_invert(unsigned char* pixels, int n, cudaStream_t stream);
