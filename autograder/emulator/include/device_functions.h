// CUDA's device functions; nvcc includes them by itself.
#pragma once

#include "cuda_runtime.h"
