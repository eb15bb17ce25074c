// What CUDA keeps here is in sm_32_atomic_functions.h.
#pragma once

#include <sm_32_atomic_functions.h>
