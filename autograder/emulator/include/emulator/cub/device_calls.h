// The protocol of CUB's algorithms for the device: a first call without memory says how much they
// need; the second launches into a stream, and nothing waits.
#pragma once

#include "emulator/cub/basics.h"
#include "emulator/grids/selections.h"
#include "emulator/grids/sorting.h"
#include "emulator/thrust/iterators.h"

namespace emu {

/// `algorithm(grids)` launches. More memory than needed is no error, less is error 1.
template <class Algorithm>
EMU_UNCHECKED cudaError_t in_two_calls(const char* name, void* memory, std::size_t& bytes,
                                       cudaStream_t stream, const void* site, Algorithm algorithm) {
  constexpr std::size_t kAligned = 256;
  Grids measured;
  algorithm(measured);
  const std::size_t needed = measured.bytes() + kAligned;
  if (memory == nullptr) {
    bytes = needed;
    return cudaSuccess;
  }
  if (bytes < needed) return cudaErrorInvalidValue;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  void* const aligned =
      static_cast<char*>(memory) + ((address + kAligned - 1) / kAligned * kAligned - address);
  Grids grids(name, stream, aligned, site);
  algorithm(grids);
  return grids.error();
}

/// One value from the temporary memory to where the program wants it.
template <class Value, class Output>
void store_result(Grids& grids, const Value* value, Output out) {
  grids.each(1, [=](std::size_t) EMU_MUTABLE { *out = *value; });
}

}  // namespace emu

namespace cub {

/// Two buffers, of which `selector` says which holds the data.
template <class Value>
struct DoubleBuffer {
  Value* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(Value* current, Value* alternate) : d_buffers{current, alternate} {}
  Value* Current() { return d_buffers[selector]; }
  Value* Alternate() { return d_buffers[selector ^ 1]; }
};

// The head of a static function of two calls, and its beginning.
#define EMU_CUB(...)     \
  template <__VA_ARGS__> \
  EMU_PASSING_ON static cudaError_t
#define EMU_TWO_CALLS(name) emu::in_two_calls(name, memory, bytes, stream, emu::here(), [=](emu::Grids& grids)

}  // namespace cub
