// cudaMemcpy in all its forms. The forms without Async go to the default stream and wait, but for
// copies between device memory; the others return as soon as the host's memory may change again.
#include <string>

#include "cuda_runtime_api.h"
#include "runtime/arrays.h"
#include "runtime/calls.h"
#include "runtime/pointers.h"
#include "runtime/transfer.h"

namespace emu {

namespace {

Place at(const void* pointer, std::size_t pitch = 0, std::size_t plane = 0) {
  return {static_cast<char*>(const_cast<void*>(pointer)), pitch, plane};
}

cudaError_t copy_line(const Call& call, void* to, const void* from, std::size_t count,
                      cudaMemcpyKind kind, Course course) {
  return copy(call, at(to, count, count), at(from, count, count), {count}, kind, course);
}

cudaError_t copy_2d(const Call& call, void* to, std::size_t to_pitch, const void* from,
                    std::size_t from_pitch, std::size_t width, std::size_t height,
                    cudaMemcpyKind kind, Course course) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (to_pitch < width || from_pitch < width)
    return height > 1 ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue;
  return copy(call, at(to, to_pitch, to_pitch * height), at(from, from_pitch, from_pitch * height),
              {width, height}, kind, course);
}

Place place_3d(const cudaPitchedPtr& pointer, const cudaPos& position) {
  const std::size_t plane = pointer.pitch * pointer.ysize;
  return at(static_cast<char*>(pointer.ptr) + position.x + position.y * pointer.pitch +
                position.z * plane,
            pointer.pitch, plane);
}

cudaError_t copy_3d(const Call& call, const cudaMemcpy3DParms* p, Course course) {
  if (!p) return cudaErrorInvalidValue;
  if ((p->srcArray != nullptr) == (p->srcPtr.ptr != nullptr)) return cudaErrorInvalidValue;
  if ((p->dstArray != nullptr) == (p->dstPtr.ptr != nullptr)) return cudaErrorInvalidValue;
  Box box{p->extent.width, p->extent.height, p->extent.depth};
  Place from = place_3d(p->srcPtr, p->srcPos), to = place_3d(p->dstPtr, p->dstPos);
  if (p->srcArray || p->dstArray) {
    // Widths and x positions count elements as soon as an array takes part.
    const auto* any = p->srcArray ? p->srcArray : p->dstArray;
    box.width *= element_size(any);
    if (p->srcArray) from = place_in_array(p->srcArray, p->srcPos);
    if (p->dstArray) to = place_in_array(p->dstArray, p->dstPos);
  }
  if (box.width && (to.pitch < box.width || from.pitch < box.width))
    return cudaErrorInvalidPitchValue;
  return copy(call, to, from, box, p->kind, course);
}

cudaError_t copy_peer(const Call& call, void* to, int to_device, const void* from, int from_device,
                      std::size_t count, Course course) {
  if (!device_exists(to_device) || !device_exists(from_device)) return cudaErrorInvalidDevice;
  course.to_device = to_device;
  course.from_device = from_device;
  return copy_line(call, to, from, count, cudaMemcpyDefault, course);
}

cudaError_t copy_3d_peer(const Call& call, const cudaMemcpy3DPeerParms* p, Course course) {
  if (!p) return cudaErrorInvalidValue;
  if (!device_exists(p->dstDevice) || !device_exists(p->srcDevice)) return cudaErrorInvalidDevice;
  course.to_device = p->dstDevice;
  course.from_device = p->srcDevice;
  const cudaMemcpy3DParms same{p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                               p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDefault};
  return copy_3d(call, &same, course);
}

/// A place in an array that is `x` bytes and `y` rows from its begin.
Place array_at(cudaArray_const_t array, std::size_t x, std::size_t y) {
  Place place = place_in_array(array, {0, y, 0});
  place.begin += x;
  return place;
}

cudaError_t copy_rows(const Call& call, Place to, Place from, std::size_t width, std::size_t height,
                      cudaMemcpyKind kind, Course course) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (to.pitch < width || from.pitch < width) return cudaErrorInvalidPitchValue;
  return copy(call, to, from, {width, height}, kind, course);
}

template <class Parameters>
std::string detail_of_box(const Parameters* p) {
  if (!p) return "";
  const cudaExtent& box = p->extent;
  return copy_detail(p->dstPtr.ptr, p->srcPtr.ptr, box.width * box.height * box.depth);
}

}  // namespace

// ---- One run of bytes ---------------------------------------------------------------------------

extern "C" cudaError_t cudaMemcpy(void* to, const void* from, std::size_t count,
                                  cudaMemcpyKind kind) {
  return api(
      {"cudaMemcpy", EMU_SITE},
      [&](const Call& call) { return copy_line(call, to, from, count, kind, kSynchronous); },
      [&] { return copy_detail(to, from, count); });
}

extern "C" cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t count,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  return api(
      {"cudaMemcpyAsync", EMU_SITE},
      [&](const Call& call) { return copy_line(call, to, from, count, kind, {stream}); },
      [&] { return copy_detail(to, from, count); });
}

extern "C" cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                      std::size_t count) {
  return api(
      {"cudaMemcpyPeer", EMU_SITE},
      [&](const Call& call) {
        return copy_peer(call, to, to_device, from, from_device, count, kSynchronous);
      },
      [&] { return copy_detail(to, from, count); });
}

extern "C" cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                           int from_device, std::size_t count,
                                           cudaStream_t stream) {
  return api(
      {"cudaMemcpyPeerAsync", EMU_SITE},
      [&](const Call& call) {
        return copy_peer(call, to, to_device, from, from_device, count, {stream});
      },
      [&] { return copy_detail(to, from, count); });
}

// ---- Rows and planes ----------------------------------------------------------------------------

extern "C" cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                                    std::size_t from_pitch, std::size_t width, std::size_t height,
                                    cudaMemcpyKind kind) {
  return api(
      {"cudaMemcpy2D", EMU_SITE},
      [&](const Call& call) {
        return copy_2d(call, to, to_pitch, from, from_pitch, width, height, kind, kSynchronous);
      },
      [&] { return copy_detail(to, from, width * height); });
}

extern "C" cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                         std::size_t from_pitch, std::size_t width,
                                         std::size_t height, cudaMemcpyKind kind,
                                         cudaStream_t stream) {
  return api(
      {"cudaMemcpy2DAsync", EMU_SITE},
      [&](const Call& call) {
        return copy_2d(call, to, to_pitch, from, from_pitch, width, height, kind, {stream});
      },
      [&] { return copy_detail(to, from, width * height); });
}

extern "C" cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return api(
      {"cudaMemcpy3D", EMU_SITE}, [&](const Call& call) { return copy_3d(call, p, kSynchronous); },
      [&] { return detail_of_box(p); });
}

extern "C" cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return api(
      {"cudaMemcpy3DAsync", EMU_SITE}, [&](const Call& call) { return copy_3d(call, p, {stream}); },
      [&] { return detail_of_box(p); });
}

extern "C" cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  return api(
      {"cudaMemcpy3DPeer", EMU_SITE},
      [&](const Call& call) { return copy_3d_peer(call, p, kSynchronous); },
      [&] { return detail_of_box(p); });
}

extern "C" cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return api(
      {"cudaMemcpy3DPeerAsync", EMU_SITE},
      [&](const Call& call) { return copy_3d_peer(call, p, {stream}); },
      [&] { return detail_of_box(p); });
}

// ---- Arrays -------------------------------------------------------------------------------------

extern "C" cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y,
                                           const void* from, std::size_t pitch, std::size_t width,
                                           std::size_t height, cudaMemcpyKind kind) {
  return api({"cudaMemcpy2DToArray", EMU_SITE}, [&](const Call& call) {
    if (!is_array(to)) return cudaErrorInvalidValue;
    return copy_rows(call, array_at(to, x, y), at(from, pitch), width, height, kind, kSynchronous);
  });
}

extern "C" cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y,
                                                const void* from, std::size_t pitch,
                                                std::size_t width, std::size_t height,
                                                cudaMemcpyKind kind, cudaStream_t stream) {
  return api({"cudaMemcpy2DToArrayAsync", EMU_SITE}, [&](const Call& call) {
    if (!is_array(to)) return cudaErrorInvalidValue;
    return copy_rows(call, array_at(to, x, y), at(from, pitch), width, height, kind, {stream});
  });
}

extern "C" cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from,
                                             std::size_t x, std::size_t y, std::size_t width,
                                             std::size_t height, cudaMemcpyKind kind) {
  return api({"cudaMemcpy2DFromArray", EMU_SITE}, [&](const Call& call) {
    if (!is_array(from)) return cudaErrorInvalidValue;
    return copy_rows(call, at(to, pitch), array_at(from, x, y), width, height, kind, kSynchronous);
  });
}

extern "C" cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch,
                                                  cudaArray_const_t from, std::size_t x,
                                                  std::size_t y, std::size_t width,
                                                  std::size_t height, cudaMemcpyKind kind,
                                                  cudaStream_t stream) {
  return api({"cudaMemcpy2DFromArrayAsync", EMU_SITE}, [&](const Call& call) {
    if (!is_array(from)) return cudaErrorInvalidValue;
    return copy_rows(call, at(to, pitch), array_at(from, x, y), width, height, kind, {stream});
  });
}

extern "C" cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y,
                                                cudaArray_const_t from, std::size_t from_x,
                                                std::size_t from_y, std::size_t width,
                                                std::size_t height, cudaMemcpyKind kind) {
  return api({"cudaMemcpy2DArrayToArray", EMU_SITE}, [&](const Call& call) {
    if (!is_array(to) || !is_array(from)) return cudaErrorInvalidValue;
    return copy_rows(call, array_at(to, to_x, to_y), array_at(from, from_x, from_y), width, height,
                     kind, kSynchronous);
  });
}

// The one-dimensional forms treat an array as one run of bytes; its rows have no gaps here.

extern "C" cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y,
                                         const void* from, std::size_t count, cudaMemcpyKind kind) {
  return api({"cudaMemcpyToArray", EMU_SITE}, [&](const Call& call) {
    if (!is_array(to)) return cudaErrorInvalidValue;
    return copy_line(call, array_at(to, x, y).begin, from, count, kind, kSynchronous);
  });
}

extern "C" cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y,
                                              const void* from, std::size_t count,
                                              cudaMemcpyKind kind, cudaStream_t stream) {
  return api({"cudaMemcpyToArrayAsync", EMU_SITE}, [&](const Call& call) {
    if (!is_array(to)) return cudaErrorInvalidValue;
    return copy_line(call, array_at(to, x, y).begin, from, count, kind, {stream});
  });
}

extern "C" cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x,
                                           std::size_t y, std::size_t count, cudaMemcpyKind kind) {
  return api({"cudaMemcpyFromArray", EMU_SITE}, [&](const Call& call) {
    if (!is_array(from)) return cudaErrorInvalidValue;
    return copy_line(call, to, array_at(from, x, y).begin, count, kind, kSynchronous);
  });
}

extern "C" cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x,
                                                std::size_t y, std::size_t count,
                                                cudaMemcpyKind kind, cudaStream_t stream) {
  return api({"cudaMemcpyFromArrayAsync", EMU_SITE}, [&](const Call& call) {
    if (!is_array(from)) return cudaErrorInvalidValue;
    return copy_line(call, to, array_at(from, x, y).begin, count, kind, {stream});
  });
}

extern "C" cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y,
                                              cudaArray_const_t from, std::size_t from_x,
                                              std::size_t from_y, std::size_t count,
                                              cudaMemcpyKind kind) {
  return api({"cudaMemcpyArrayToArray", EMU_SITE}, [&](const Call& call) {
    if (!is_array(to) || !is_array(from)) return cudaErrorInvalidValue;
    return copy_line(call, array_at(to, to_x, to_y).begin, array_at(from, from_x, from_y).begin,
                     count, kind, kSynchronous);
  });
}

}  // namespace emu
