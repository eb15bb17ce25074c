// The grids that one call of Thrust or CUB launches, and the temporary memory between them.
//
// An algorithm runs twice: first it only says how much memory it takes, then it launches. So what
// it does depends on the number of its elements, never on their values.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "cuda_runtime_api.h"
#include "emulator/library_seam.h"
#include "emulator/seam.h"

namespace emu {

#define EMU_INLINED __attribute__((always_inline))
// The same of a lambda that is mutable: compilers want the two words in different orders.
#ifdef __clang__
#define EMU_MUTABLE EMU_INLINED mutable
#else
#define EMU_MUTABLE mutable EMU_INLINED
#endif

/// Where in the user's code the inlined function stands that calls this.
EMU_UNCHECKED __attribute__((noinline)) inline const void* here() { return EMU_SITE; }

namespace types {

class Grids {
 public:
  /// Only counts the memory.
  Grids() : launches_(false) {}
  /// `name` is the algorithm's, and lives as long as the program.
  Grids(const char* name, cudaStream_t stream, void* memory, const void* site)
      : name_(name), site_(site), stream_(stream), memory_(static_cast<char*>(memory)) {}

  /// Temporary memory for `count` values, which nothing has written.
  template <class Value>
  EMU_UNCHECKED Value* take(std::size_t count) {
    char* const begin = launches_ ? memory_ + taken_ : nullptr;
    taken_ += (count * sizeof(Value) + 255) / 256 * 256;
    return reinterpret_cast<Value*>(begin);
  }

  /// Calls `function(i)` for all i below `count`, each in a thread of its own, up to many threads.
  template <class Function>
  EMU_UNCHECKED void each(std::size_t count, Function function) {
    if (!launches_ || count == 0 || error_ != cudaSuccess) return;
    const auto kind = SourceLocation::current(__FILE__, __LINE__, name_);
    kernel(
        KernelTraits{},
        [=]() EMU_MUTABLE {
          const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
          for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
               i < count; i += stride) {
            issue<4>();
            function(i);
          }
        },
        {}, kind);
    launch(count);
  }

  std::size_t bytes() const { return taken_; }
  cudaError_t error() const { return error_; }

 private:
  EMU_UNCHECKED void launch(std::size_t count) {
    constexpr std::size_t kThreads = 256, kMostBlocks = 1024;
    const std::size_t whole_warps = (count + 31) / 32 * 32;
    const std::size_t threads = whole_warps < kThreads ? whole_warps : kThreads;
    const std::size_t blocks = (count + threads - 1) / threads;
    error_ =
        launch_from(site_, dim3(static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks)),
                    dim3(static_cast<unsigned>(threads)), stream_);
  }

  bool launches_ = true;
  const char* name_ = "";
  const void* site_ = nullptr;
  cudaStream_t stream_ = nullptr;
  char* memory_ = nullptr;
  std::size_t taken_ = 0;
  cudaError_t error_ = cudaSuccess;
};

/// A value, or none: std::optional without what it checks.
template <class Value>
struct Start {
  bool given = false;
  Value value{};
};

}  // namespace types
using types::Grids;
using types::Start;

/// Of a tile the first index, and the one behind its last.
inline constexpr std::size_t kTile = 32;
constexpr std::size_t tiles_of(std::size_t count) { return (count + kTile - 1) / kTile; }
constexpr std::size_t end_of_tile(std::size_t tile, std::size_t count) {
  return (tile + 1) * kTile < count ? (tile + 1) * kTile : count;
}

}  // namespace emu
