// What CUDA keeps here is in cuda_bf16.h.
#pragma once

#include <cuda_bf16.h>
