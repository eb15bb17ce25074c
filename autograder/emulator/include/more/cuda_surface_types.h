// Types of surfaces, by their name of CUDA 12.
#pragma once

#include <surface_types.h>
