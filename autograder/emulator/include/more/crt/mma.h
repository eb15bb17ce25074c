// What CUDA keeps here is in mma.h.
#pragma once

#include <mma.h>
