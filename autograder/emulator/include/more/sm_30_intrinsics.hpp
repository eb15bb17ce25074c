// What CUDA keeps here is in sm_30_intrinsics.h.
#pragma once

#include <sm_30_intrinsics.h>
