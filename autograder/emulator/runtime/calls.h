// What every function of the runtime API has around it: the sticky error, the caller's last error,
// a line in the record.
//
// A function of the API is `return api({"cudaFoo", EMU_SITE}, [&](const Call& call) { … });`. Its
// body returns the error that CUDA would return and knows nothing of the three.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

#include "device/device.h"
#include "device/grids/block.h"
#include "device/handles.h"
#include "device/threads/ended.h"
#include "emulator/seam.h"

namespace emu {

/// One call of the API: CUDA's name of the function, and where in the user's code it was called.
struct Call {
  const char* name;
  const void* site;
};

/// What calls keep.
struct Calls {
  // By each call.
  const void* site = nullptr;  // where the one that began last was made

  // By error_on_purpose: calls of the function that is to be refused.
  std::size_t of_refused_name = 0;

  // By calls in device code: their places in the record.
  struct Counted {
    const char* name;
    const void* site;
    cudaError_t result;
    bool operator==(const Counted&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Counted& call) const;
  };
  std::unordered_map<Counted, std::size_t, Hash> counted;
  // By a hash: threads mostly do one after another what the one before did.
  struct {
    Counted call{};
    std::size_t place = 0;
  } latest[64];

  // By line_of. Its nodes stay in place.
  std::unordered_map<const void*, checker::SourceLine> lines;
};
/// The Emulator's.
[[gnu::visibility("hidden")]] extern Calls& calls;

/// Whether a host function of a stream calls: none of them may call the API.
bool in_host_function();
/// Why no call can be made now: the sticky error (R5), or 800 inside a host function of a stream. A
/// host thread that has run for long lets others go first.
cudaError_t refusal();
/// Where the latter is why: says so; returns 800.
cudaError_t refuse_in_host_function(const Call& call);
/// What a call answers that is the one to be refused on purpose, to try what a program does then.
cudaError_t error_on_purpose(const Call& call);
/// Writes the call down: the host's one by one, the device's counted by line and result.
void write_down(const Call& call, cudaError_t result);
/// The same with a few words for checks of lessons: "cudaLimitMallocHeapSize = 16777216".
void write_down(const Call& call, cudaError_t result, std::string detail);

/// Makes an error the caller's last error (R7). "Not ready" is no error, and what a host function
/// was refused is nobody's.
cudaError_t keep(cudaError_t result);

/// The detail of a call that takes memory: "800 bytes".
inline std::string size_detail(std::size_t size) { return std::to_string(size) + " bytes"; }

/// Makes a call of the API.
template <class Body>
cudaError_t api(const Call& call, Body&& body) {
  cudaError_t result = refusal();
  calls.site = call.site;
  if (result == cudaErrorNotPermitted) [[unlikely]]
    refuse_in_host_function(call);
  if (result == cudaSuccess) result = error_on_purpose(call);
  if (result == cudaSuccess) result = body(call);
  write_down(call, result);
  return keep(result);
}

/// With `detail()`, a string that is asked for on the host only, after the call.
template <class Body, class Detail>
cudaError_t api(const Call& call, Body&& body, Detail&& detail) {
  cudaError_t result = refusal();
  calls.site = call.site;
  if (result == cudaErrorNotPermitted) [[unlikely]]
    refuse_in_host_function(call);
  if (result == cudaSuccess) result = error_on_purpose(call);
  if (result == cudaSuccess) result = body(call);
  if (current_block)
    write_down(call, result);
  else
    write_down(call, result, detail());
  return keep(result);
}

/// A call that works even after a sticky error: it asks nothing of the context.
template <class Body>
cudaError_t api_without_context(const Call& call, Body&& body) {
  calls.site = call.site;
  const cudaError_t result = in_host_function() ? refuse_in_host_function(call) : body(call);
  write_down(call, result);
  return keep(result);
}

/// A place of the user's to which the running call writes, or `count` of them in a row. A pointer
/// made of a number could name the emulator's own memory.
template <class T>
T* out(T* place, std::size_t count = 1) {
  checker::keep_out(place, count * sizeof(T), true, calls.site);
  return place;
}

/// Stores what a call hands back. In device code this is a write of the calling thread, like any
/// other: it may go to shared memory and be read by others behind a barrier.
template <class T, class Value>
cudaError_t hand_back(const Call& call, T* place, Value value) {
  if (current_block) checker::range_access(place, sizeof *place, true, call.site);
  *out(place) = static_cast<T>(value);
  return cudaSuccess;
}

/// The user's line behind a code address; looked up once, lives as long as the program.
const checker::SourceLine& line_of(const void* site);

/// A rule was broken in a call that answers with an error code: says which and what to do.
void warn(const Call& call, const char* rule, std::string message, const char* cites);
/// The same for what CUDA lets pass silently, or what leads to undefined behavior.
void object(const Call& call, const char* rule, std::string message, const char* cites);

/// The line of the running call.
checker::SourceLine line_of_call();
/// The host's handle is none of a living object of that kind, which is reported; returns `error`.
cudaError_t refuse_handle(const void* handle, HandleOf wanted, cudaError_t error,
                          HandleUse use = HandleUse::kUses);

/// The emulator does not have what the call asks for: an error that says so; returns 801.
cudaError_t object_to_unsupported(const Call& call, const std::string& what);

}  // namespace emu
