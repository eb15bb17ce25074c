// What CUDA keeps here is in sm_32_intrinsics.h.
#pragma once

#include <sm_32_intrinsics.h>
