// What a file of the corpus consists of: cases, each a small host program around a kernel or two.
// barriers.cu begins with the simplest.
//
// A PAIR is one program with one thing in it that makes it right: `kRight` says whether it is
// there. CLEAN is a case that has no wrong twin, WRONG one that has no right twin, MISSED a wrong
// one that the checker does not see (docs/emulator-and-hardware.md says why).
//
// A right case must have no diagnostic under any schedule, and its CUDA calls must succeed. A wrong
// one must have one under `late` and under `eager`. Under any schedule every diagnostic must name
// marked lines only, with the mark's rule, and every mark must be named at least once. Marks belong
// to the next case that ends:
//
//   //! RULE          an error
//   //! RULE @late    what only this schedule can show
//   //! RULE @g++     what only this compiler's code shows
//   //? RULE          a warning, which --strict makes an error: without it the case has no error
//
//   PROGRAM CASE right|wrong    runs one case
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace cg = cooperative_groups;

struct Case {
  const char* name;
  bool right;
  void (*run)();

  static std::vector<Case>& all() {
    static std::vector<Case> list;
    return list;
  }
  Case(const char* name_, bool right_, void (*run_)()) : name(name_), right(right_), run(run_) {
    all().push_back(*this);
  }
};

#define PAIR(name)                                            \
  template <bool kRight>                                      \
  static void name();                                         \
  static const Case name##_right(#name, true, &name<true>);   \
  static const Case name##_wrong(#name, false, &name<false>); \
  template <bool kRight>                                      \
  static void name()

#define ONE_CASE(name, right)                         \
  static void name();                                 \
  static const Case name##_case(#name, right, &name); \
  static void name()
#define CLEAN(name) ONE_CASE(name, true)
#define WRONG(name) ONE_CASE(name, false)
#define MISSED(name) ONE_CASE(name, false)

/// Memory of cudaMalloc, all zero.
template <class T = int>
T* zeros(size_t count = 1024) {
  T* memory;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemset(memory, 0, count * sizeof(T));
  cudaDeviceSynchronize();
  return memory;
}

/// Memory of cudaMalloc that nobody has written.
template <class T = int>
T* unwritten(size_t count = 1024) {
  T* memory;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

/// Memory that host and device see both, all zero.
template <class T = int>
T* mapped(size_t count = 1024) {
  T* memory;
  cudaMallocHost(&memory, count * sizeof(T));
  std::memset(static_cast<void*>(memory), 0, count * sizeof(T));
  return memory;
}

/// A stream that does not wait for the legacy default stream.
inline cudaStream_t new_stream() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return stream;
}

inline int run_case(const Case& c) {
  c.run();
  const cudaError_t error = cudaDeviceSynchronize();
  if (!c.right || error == cudaSuccess) return 0;
  std::printf("%s: cudaDeviceSynchronize returns %d\n", c.name, error);
  return 1;
}

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const bool right = std::strcmp(arguments[2], "right") == 0;
  for (const Case& c : Case::all())
    if (c.right == right && std::strcmp(c.name, arguments[1]) == 0) return run_case(c);
  std::printf("no case %s %s\n", arguments[1], arguments[2]);
  return 2;
}
