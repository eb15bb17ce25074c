// What an editor includes before every `.cu` file, where the translator is not at hand: clang
// understands CUDA by itself (`-x cuda`), and this tells it what our headers declare. clangd takes
// it from the compile_flags.txt beside lessons and tests.
#ifndef EMULATOR_EDITOR_H_
#define EMULATOR_EDITOR_H_

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...)
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __CUDACC__ 1
#define __EMULATOR__ 1

// Everything below may be called from kernels, as it may with the emulator. <new> declares what the
// compiler has declared already, for the host; __syncthreads is one of its builtins.
#define __syncthreads emulator_syncthreads
#pragma clang force_cuda_host_device begin
#include <stdlib.h>
#pragma clang force_cuda_host_device end
#include <new>
#pragma clang force_cuda_host_device begin
#include <array>
#include <exception>
#include <functional>
#include <utility>

#include "cooperative_groups.h"
#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/reduce.h"
#include "cooperative_groups/scan.h"
#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_device_runtime_api.h"
#include "cuda_fp16.h"
#include "cuda_pipeline.h"
#include "emulator/prefix.h"
#if __has_include(<curand_kernel.h>)  // the headers of libraries, which no exercise includes
#include <curand_kernel.h>
#include <mma.h>

#include <cub/cub.cuh>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <memory>
#include <streambuf>
#include <system_error>
#endif
#pragma clang force_cuda_host_device end
#undef __syncthreads

// After the C++ library's headers, which have it as the name of an attribute.
#define __noinline__ __attribute__((noinline))

// What clang calls for `<<<…>>>`, by the toolkit that it finds or does not find.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                     void* stream = nullptr);
int cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0,
                      cudaStream_t stream = nullptr);

#endif  // EMULATOR_EDITOR_H_
