// The version of CUB whose interface the emulator has: that of CUDA 13.0.
#pragma once

#define CUB_VERSION 300001
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_SUBMINOR_VERSION 1
