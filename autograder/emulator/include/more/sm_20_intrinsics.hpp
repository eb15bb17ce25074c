// What CUDA keeps here is in sm_20_intrinsics.h.
#pragma once

#include <sm_20_intrinsics.h>
