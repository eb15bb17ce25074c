// cudaMemset in all its forms. None of them waits, but those without Async for pinned and managed
// memory.
#include <string>

#include "checker/checker.h"
#include "cuda_runtime_api.h"
#include "device/finding.h"
#include "runtime/calls.h"
#include "runtime/transfer.h"

namespace emu {

namespace {

// What a memset of device code is asked to write gets lost on its way (h200-facts 1).
int value_that_arrives(const Call& call, int value) {
  if (!current_block || (value & 0xff) == 0) return value;
  report_finding({.rule = "device-api",
                  .message = std::string(call.name) +
                             " in device code writes zeros whatever its value is, here " +
                             std::to_string(value) +
                             ", and returns 0: so does a card with CUDA 13.0; let a kernel "
                             "write the value",
                  .where = checker::source_line(call.site),
                  .cites = "S10"});
  return 0;
}

cudaError_t fill_line(const Call& call, void* to, int value, std::size_t count, Course course) {
  return fill(call, {static_cast<char*>(to), count, count}, value, {count}, course);
}

cudaError_t fill_2d(const Call& call, void* to, std::size_t pitch, int value, std::size_t width,
                    std::size_t height, Course course) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (height > 1 && pitch < width) return cudaErrorInvalidValue;
  return fill(call, {static_cast<char*>(to), pitch, pitch * height}, value, {width, height},
              course);
}

cudaError_t fill_3d(const Call& call, const cudaPitchedPtr& to, int value, cudaExtent extent,
                    Course course) {
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return cudaSuccess;
  if (to.pitch < extent.width) return cudaErrorInvalidValue;
  return fill(call, {static_cast<char*>(to.ptr), to.pitch, to.pitch * to.ysize}, value,
              {extent.width, extent.height, extent.depth}, course);
}

}  // namespace

extern "C" cudaError_t cudaMemset(void* to, int value, std::size_t count) {
  return api({"cudaMemset", EMU_SITE},
             [&](const Call& call) { return fill_line(call, to, value, count, kSynchronous); });
}

extern "C" cudaError_t cudaMemsetAsync(void* to, int value, std::size_t count,
                                       cudaStream_t stream) {
  return api({"cudaMemsetAsync", EMU_SITE}, [&](const Call& call) {
    return fill_line(call, to, value_that_arrives(call, value), count, {stream});
  });
}

extern "C" cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                                    std::size_t height) {
  return api({"cudaMemset2D", EMU_SITE}, [&](const Call& call) {
    return fill_2d(call, to, pitch, value, width, height, kSynchronous);
  });
}

extern "C" cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                                         std::size_t height, cudaStream_t stream) {
  return api({"cudaMemset2DAsync", EMU_SITE}, [&](const Call& call) {
    return fill_2d(call, to, pitch, value_that_arrives(call, value), width, height, {stream});
  });
}

extern "C" cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return api({"cudaMemset3D", EMU_SITE},
             [&](const Call& call) { return fill_3d(call, to, value, extent, kSynchronous); });
}

extern "C" cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                                         cudaStream_t stream) {
  return api({"cudaMemset3DAsync", EMU_SITE}, [&](const Call& call) {
    return fill_3d(call, to, value_that_arrives(call, value), extent, {stream});
  });
}

}  // namespace emu
