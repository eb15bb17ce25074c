// The malloc heap of a device: `malloc`, `new` and cudaMalloc in device code (H1-H5).
#pragma once

#include <cstddef>

namespace emu {

/// Null when the heap is full (H3).
void* heap_take(std::size_t size, const void* site);
/// Diagnoses what is no live heap memory; null is fine.
void heap_give(void* pointer, const void* site);

}  // namespace emu
