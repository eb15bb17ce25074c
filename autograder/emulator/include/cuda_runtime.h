// Everything that nvcc offers a `.cu` file without an #include.
#pragma once

#include "channel_descriptor.h"
#include "cuda_device_runtime_api.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "emulator/launch_templates.h"
#include "emulator/runtime_templates.h"
#include "emulator/seam.h"
