// A part of curand_kernel.h, for programs that include it alone.
#pragma once

#include "curand_kernel.h"
