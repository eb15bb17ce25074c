// make_cudaPitchedPtr, make_cudaPos, make_cudaExtent.
#pragma once

#include "driver_types.h"

inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t xsize, size_t ysize) {
  return cudaPitchedPtr{pointer, pitch, xsize, ysize};
}

inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }

inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return cudaExtent{width, height, depth};
}
