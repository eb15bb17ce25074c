// A course's small tool kit, as assignments come with: logging, checks, random input.
#ifndef GPUTK_H_
#define GPUTK_H_
#include <cstdio>
#include <cstdlib>
#include <chrono>
#include <cuda_runtime.h>

#define gpuTKCheck(stmt)                                                     \
  do {                                                                       \
    cudaError_t err = stmt;                                                  \
    if (err != cudaSuccess) {                                                \
      gpuTKLog("ERROR", "Failed to run stmt %s: %s", #stmt, cudaGetErrorString(err)); \
      exit(-1);                                                              \
    }                                                                        \
  } while (0)

template <typename... Args>
inline void gpuTKLog(const char *level, const char *format, Args... args) {
  std::printf("[%s] ", level);
  std::printf(format, args...);
  std::printf("\n");
}

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort=true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr,"GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}

struct Timer {
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
};

// The same numbers everywhere.
struct Rng {
  unsigned long long s;
  explicit Rng(unsigned long long seed = 88172645463325252ull) : s(seed) {}
  unsigned next() { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return (unsigned)(s >> 32); }
  float unit() { return (next() >> 8) * (1.0f / 16777216.0f); }
  int below(int n) { return (int)(next() % (unsigned)n); }
};

inline int report(const char *what, bool ok) {
  std::printf("%s: %s\n", what, ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
#endif
