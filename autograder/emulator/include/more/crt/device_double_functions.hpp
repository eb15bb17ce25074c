// What CUDA keeps here is in device_double_functions.h.
#pragma once

#include <device_double_functions.h>
