// The pipeline primitives: copies into shared memory that the calling thread waits for, batch by
// batch; other threads' parts need a barrier as well.
#pragma once

#include <cstddef>

#include "cuda_runtime.h"

/// `size` is 4, 8 or 16; both pointers are aligned to it.
EMU_UNCHECKED __attribute__((noinline)) inline void __pipeline_memcpy_async(void* to,
                                                                            const void* from,
                                                                            std::size_t size,
                                                                            std::size_t zeros = 0) {
  emu::copy_asynchronously(to, from, size, zeros, EMU_SITE);
}
EMU_PASSING_ON void __pipeline_commit() { emu::commit_copies(); }
EMU_PASSING_ON void __pipeline_wait_prior(std::size_t batches) { emu::wait_for_copies(batches); }
