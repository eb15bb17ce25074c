// What CUDA keeps here is in math_functions.h.
#pragma once

#include <math_functions.h>
