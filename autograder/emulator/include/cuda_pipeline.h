// The pipeline primitives: copies into shared memory that the calling thread waits for. They are
// done when they return, so there is never anything to wait for; other threads' parts still need a
// barrier.
#pragma once

#include <cstddef>

#include "cuda_runtime.h"
#include "emulator/async_copy.h"

/// `size` is 4, 8 or 16; both pointers are aligned to it.
EMU_UNCHECKED __attribute__((noinline)) inline void __pipeline_memcpy_async(void* to,
                                                                            const void* from,
                                                                            std::size_t size,
                                                                            std::size_t zeros = 0) {
  emu::copy_asynchronously(to, from, size, zeros, EMU_SITE);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}
