// CUDA arrays: texels in rows and planes, laid out plainly so that textures read them directly.
// What a cudaArray_t points at is in emulator/texture.h.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "emulator/texture.h"
#include "runtime/transfer.h"

namespace emu {

/// True for a live array of cudaMallocArray or cudaMalloc3DArray.
bool is_array(cudaArray_const_t array, HandleUse use = HandleUse::kUses);
bool is_mipmap(cudaMipmappedArray_const_t mipmap, HandleUse use = HandleUse::kUses);
/// Bytes of one element.
std::size_t element_size(cudaArray_const_t array);
/// Where element (x, y, z) lies, with the array's pitch and plane.
Place place_in_array(cudaArray_const_t array, cudaPos position);

}  // namespace emu
