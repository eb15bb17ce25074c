// What CUDA keeps here is in vector_functions.h.
#pragma once

#include <vector_functions.h>
