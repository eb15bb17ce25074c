// NVTX under the name of its first two versions.
#pragma once

#include "nvtx3/nvToolsExtCudaRt.h"
