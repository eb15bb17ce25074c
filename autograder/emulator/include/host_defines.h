// The attribute macros of CUDA that are not function or memory qualifiers; those the translator
// reads and must stay as they are written.
#pragma once

#define __HOST_DEFINES_H__  // programs ask whether CUDA has been included

#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __cudart_builtin__
#define CUDA_CB

// nvcc knows these on every host compiler.
#if !defined(__clang__) && !defined(__builtin_assume)
#define __builtin_assume(condition) (static_cast<void>(0))
#endif
#define __assume(condition) __builtin_assume(condition)
