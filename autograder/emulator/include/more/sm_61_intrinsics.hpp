// What CUDA keeps here is in sm_61_intrinsics.h.
#pragma once

#include <sm_61_intrinsics.h>
