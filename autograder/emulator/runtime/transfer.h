// A transfer: what all forms of cudaMemcpy and cudaMemset come down to. A box of bytes, in rows and
// planes, from one place to another or filled with a value.
#pragma once

#include <cstddef>
#include <vector>

#include "driver_types.h"
#include "runtime/calls.h"

namespace emu {

/// Where a box lies: row r of plane p begins at begin + p * plane + r * pitch.
struct Place {
  char* begin = nullptr;
  std::size_t pitch = 0;
  std::size_t plane = 0;
};

struct Box {
  std::size_t width = 0;  ///< bytes of a row
  std::size_t height = 1;
  std::size_t depth = 1;

  std::size_t bytes() const { return width * height * depth; }
  /// Bytes from the first to the last one of the box in such a place.
  std::size_t span(const Place& place) const {
    return bytes() == 0 ? 0 : (depth - 1) * place.plane + (height - 1) * place.pitch + width;
  }
};

/// The stream of a transfer, and whether the caller's function waits for it as cudaMemcpy does.
struct Course {
  cudaStream_t stream = nullptr;
  bool waits = false;
  int from_device = -1, to_device = -1;  ///< where device memory is; cudaMemcpyPeer says so itself
  const void* named = nullptr;  ///< the end that was given as a variable, not as its address
};

inline constexpr Course kSynchronous{nullptr, true};

/// Copies; in device code between global memory only (H6).
cudaError_t copy(const Call& call, Place to, Place from, Box box, cudaMemcpyKind kind,
                 Course course);
/// Fills with the `element` low bytes of `value`: one, two or four, of which rows are multiples.
cudaError_t fill(const Call& call, Place to, int value, Box box, Course course,
                 std::size_t element = 1);

/// Puts into memory of the device what a library of the host has computed for a kernel of its own;
/// the kernel would do it in this stream. The host does not wait.
cudaError_t store(const Call& call, char* to, std::vector<char> bytes, cudaStream_t stream);

}  // namespace emu
