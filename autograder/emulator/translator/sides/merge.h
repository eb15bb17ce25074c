// One text from what a file is for the host and what it is for the device.
//
// nvcc compiles a file twice: `#ifdef __CUDA_ARCH__` chooses one branch for the device and the
// other for the host. Here one program runs on both. So the file is preprocessed twice, and where
// the two differ each function gets the body of the side that runs it:
//
//   __host__ __device__ int f() {         __host__ __device__ int f() {
//   #ifdef __CUDA_ARCH__                    { if (__emu_on_device())
//     return 1;                               { return 1; }
//   #else                             ->    else
//     return 2;                               { return 2; } }
//   #endif                                }
//   }
//
// A kernel or a `__device__` function has the device's body, a host function the host's, but in it
// the device's bodies of `__device__` lambdas. What only one side declares is kept. A variable,
// type or constant that both declare, but not alike, is called `name_on_device` in the device's
// code.
#pragma once

#include <string>
#include <string_view>

#include "translator/text/tokens.h"

namespace emu::translator {

/// `host` and `device` are what `g++ -E` prints for one file, the second with `__CUDA_ARCH__`.
/// Equal texts come back as they are. Every word keeps its file, line and, unless renamed, column.
std::string merge_sides(std::string_view host, std::string_view device,
                        const IsUserFile& is_user_file);

}  // namespace emu::translator
