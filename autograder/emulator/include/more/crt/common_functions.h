// What CUDA keeps here is in common_functions.h.
#pragma once

#include <common_functions.h>
