// What CUDA keeps here is in sm_60_atomic_functions.h.
#pragma once

#include <sm_60_atomic_functions.h>
