// What device code shares with libc: printf, malloc, clock, assert.
#pragma once

#include "cuda_runtime.h"
