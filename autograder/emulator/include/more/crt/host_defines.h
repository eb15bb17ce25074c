// What CUDA keeps here is in host_defines.h.
#pragma once

#include <host_defines.h>
