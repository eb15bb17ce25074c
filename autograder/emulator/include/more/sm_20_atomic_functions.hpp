// What CUDA keeps here is in sm_20_atomic_functions.h.
#pragma once

#include <sm_20_atomic_functions.h>
