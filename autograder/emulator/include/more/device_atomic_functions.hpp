// What CUDA keeps here is in device_atomic_functions.h.
#pragma once

#include <device_atomic_functions.h>
