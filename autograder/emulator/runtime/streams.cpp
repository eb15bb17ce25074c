// Streams: the host's as in any CUDA program, the device's as S3-S8 say. Device code can create,
// destroy and order streams; the translator refuses the rest there (A3).
#include <algorithm>

#include "cuda_runtime_api.h"
#include "device/grids/capture.h"
#include "device/state.h"
#include "emulator/program.h"
#include "runtime/calls.h"
#include "runtime/operations.h"
#include "runtime/waits.h"

namespace emu {

namespace {

constexpr int kLeastPriority = 0, kGreatestPriority = -5;

cudaStream_t handle_of(Stream* stream) { return reinterpret_cast<cudaStream_t>(stream); }

bool is_special(cudaStream_t handle) { return reinterpret_cast<std::uintptr_t>(handle) <= 4; }

/// Flags other than 0 and cudaStreamNonBlocking are refused; 0 is accepted even in device code,
/// whatever the guide says (h200-facts 1).
cudaError_t create(const Call& call, cudaStream_t* result, unsigned flags, int priority) {
  if (!result || (flags & ~unsigned{cudaStreamNonBlocking})) return cudaErrorInvalidValue;
  if (current_block && flags == 0)
    warn(call, "device-api",
         "a stream is created in device code without cudaStreamNonBlocking: cards may take it, but "
         "CUDA promises it for this flag only",
         "S4");
  priority = std::min(kLeastPriority, std::max(kGreatestPriority, priority));
  return hand_back(call, result, handle_of(make_stream(current_device().number, flags, priority)));
}

/// The card answers a second destruction with 0.
cudaError_t destroy_on_device(const Call& call, cudaStream_t handle) {
  Stream* known = is_special(handle) ? nullptr : find_stream(handle);
  if (known && !known->alive && known->owner == current_block->grid) {
    object(call, "device-api", destroyed_again(known->gone, "stream"), "S8");
    return cudaSuccess;
  }
  const Target target = resolve(handle, [&call] { return line_of(call.site); });
  if (target.error != cudaSuccess || !target.stream) return cudaErrorInvalidValue;
  target.stream->alive = false;
  target.stream->gone = destroyed_here(call.site);
  return cudaSuccess;
}

/// Neither waits nor cancels: what is in the stream still runs (S8).
cudaError_t destroy(const Call& call, cudaStream_t handle) {
  if (current_block) return destroy_on_device(call, handle);
  Stream* stream = is_special(handle) ? nullptr : find_stream(handle);
  if (!stream || !stream->alive || stream->owner)
    return refuse_handle(handle, HandleOf::kStream, cudaErrorInvalidResourceHandle,
                         HandleUse::kDestroys);
  note_destroyed(handle, call.site);
  retire(*stream);
  return cudaSuccess;
}

/// Runs `body` with the stream that a host's handle means.
template <class Body>
cudaError_t with_stream(cudaStream_t handle, Body&& body) {
  const Target target = resolve(handle, line_of_call);
  return target.error != cudaSuccess ? target.error : body(*target.stream);
}

cudaError_t run_host_function(const Call& call, cudaStream_t stream, std::function<void()> what) {
  const Target target = resolve(stream, line_of_call);
  if (target.error != cudaSuccess) return target.error;
  Task task;
  task.perform = std::move(what);
  task.on_host = true;
  task.node = cudaGraphNodeTypeHost;
  send(call, target, std::move(task));
  return cudaSuccess;
}

}  // namespace

extern "C" cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return api({"cudaStreamCreate", EMU_SITE},
             [&](const Call& call) { return create(call, stream, 0, 0); });
}

extern "C" cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return api(
      {"cudaStreamCreateWithFlags", EMU_SITE},
      [&](const Call& call) { return create(call, stream, flags, 0); },
      [&] { return "flags = " + std::to_string(flags); });
}

extern "C" cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                                    int priority) {
  return api(
      {"cudaStreamCreateWithPriority", EMU_SITE},
      [&](const Call& call) { return create(call, stream, flags, priority); },
      [&] {
        return "flags = " + std::to_string(flags) + ", priority = " + std::to_string(priority);
      });
}

extern "C" cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return api({"cudaStreamDestroy", EMU_SITE},
             [&](const Call& call) { return destroy(call, stream); });
}

extern "C" cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return api({"cudaStreamSynchronize", EMU_SITE}, [&](const Call& call) {
    return with_stream(stream, [&](Stream& known) { return wait_for(call, known); });
  });
}

extern "C" cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return api({"cudaStreamQuery", EMU_SITE}, [&](const Call&) {
    return with_stream(stream, [&](Stream& known) {
      if (known.capture) return disturb_capture(&known, cudaErrorStreamCaptureUnsupported);
      if (!is_idle(known)) let_device_go_on(known.last);
      return is_idle(known) ? cudaSuccess : cudaErrorNotReady;
    });
  });
}

extern "C" cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return api({"cudaLaunchHostFunc", EMU_SITE}, [&](const Call& call) {
    if (!function) return cudaErrorInvalidValue;
    return run_host_function(call, stream, [=] { call_program(function, data); });
  });
}

extern "C" cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                             void* data, unsigned flags) {
  return api({"cudaStreamAddCallback", EMU_SITE}, [&](const Call& call) {
    if (!callback || flags != 0) return cudaErrorInvalidValue;
    if (Stream* known = find_stream(stream); known && known->capture)
      return disturb_capture(known, cudaErrorStreamCaptureUnsupported);
    return run_host_function(call, stream,
                             [=] { call_program(callback, stream, state.sticky_error, data); });
  });
}

extern "C" cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t,
                                                unsigned flags) {
  return api({"cudaStreamAttachMemAsync", EMU_SITE}, [&](const Call&) {
    if (!pointer || flags > cudaMemAttachSingle) return cudaErrorInvalidValue;
    return with_stream(stream, [](Stream&) { return cudaSuccess; });
  });
}

// ---- What a stream is ---------------------------------------------------------------------------

extern "C" cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return api({"cudaStreamGetPriority", EMU_SITE}, [&](const Call&) {
    if (!priority) return cudaErrorInvalidValue;
    return with_stream(stream, [&](Stream& known) {
      *out(priority) = known.priority;
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return api({"cudaStreamGetFlags", EMU_SITE}, [&](const Call&) {
    if (!flags) return cudaErrorInvalidValue;
    return with_stream(stream, [&](Stream& known) {
      *out(flags) = known.flags;
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return api({"cudaStreamGetId", EMU_SITE}, [&](const Call&) {
    if (!id) return cudaErrorInvalidValue;
    return with_stream(stream, [&](Stream& known) {
      *out(id) = known.id;
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return api({"cudaStreamGetDevice", EMU_SITE}, [&](const Call&) {
    if (!device) return cudaErrorInvalidValue;
    return with_stream(stream, [&](Stream& known) {
      *out(device) = known.device;
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return api({"cudaDeviceGetStreamPriorityRange", EMU_SITE}, [&](const Call&) {
    if (least) *out(least) = kLeastPriority;
    if (greatest) *out(greatest) = kGreatestPriority;
    return cudaSuccess;
  });
}

// Of the attributes only the priority can be seen here: the others steer caches and host waiting.

extern "C" cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                              cudaStreamAttrValue* value) {
  return api({"cudaStreamGetAttribute", EMU_SITE}, [&](const Call&) {
    if (!value) return cudaErrorInvalidValue;
    return with_stream(stream, [&](Stream& known) {
      *out(value) = {};
      if (attribute == cudaLaunchAttributePriority) value->priority = known.priority;
      if (attribute == cudaLaunchAttributeSynchronizationPolicy)
        value->syncPolicy = cudaSyncPolicyAuto;
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                              const cudaStreamAttrValue* value) {
  return api({"cudaStreamSetAttribute", EMU_SITE}, [&](const Call&) {
    if (!value) return cudaErrorInvalidValue;
    return with_stream(stream, [&](Stream& known) {
      if (attribute == cudaLaunchAttributePriority)
        known.priority = std::min(kLeastPriority, std::max(kGreatestPriority, value->priority));
      return cudaSuccess;
    });
  });
}

extern "C" cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return api({"cudaStreamCopyAttributes", EMU_SITE}, [&](const Call&) {
    return with_stream(to, [&](Stream& target) {
      return with_stream(from, [&](Stream& source) {
        target.priority = source.priority;
        return cudaSuccess;
      });
    });
  });
}

}  // namespace emu
