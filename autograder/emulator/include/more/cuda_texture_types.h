// Types of textures, by their name of CUDA 12.
#pragma once

#include <texture_types.h>
