// What CUDA keeps here is in device_functions.h.
#pragma once

#include <device_functions.h>
