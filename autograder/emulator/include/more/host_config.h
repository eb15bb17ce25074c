// What nvcc asks of host compilers: nothing here.
#pragma once

#include <host_defines.h>
