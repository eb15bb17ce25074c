// Everything that nvcc offers a `.cu` file without an #include.
#pragma once

#define __CUDA_RUNTIME_H__  // programs ask whether CUDA has been included

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "channel_descriptor.h"
#include "cuda_device_runtime_api.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "emulator/address_spaces.h"
#include "emulator/atomics.h"
#include "emulator/cache_hints.h"
#include "emulator/cdp1.h"
#include "emulator/clusters.h"
#include "emulator/dpx_intrinsics.h"
#include "emulator/float_intrinsics.h"
#include "emulator/integer_intrinsics.h"
#include "emulator/launch_templates.h"
#include "emulator/math.h"
#include "emulator/names_of_cuda12.h"
#include "emulator/per_thread_stream.h"
#include "emulator/runtime_templates.h"
#include "emulator/seam.h"
#include "emulator/simd_intrinsics.h"
#include "emulator/surface_functions.h"
#include "emulator/synchronization.h"
#include "emulator/texture_functions.h"
#include "emulator/warp.h"
#include "host_defines.h"
#include "vector_functions.h"
