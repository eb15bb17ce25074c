// Events. A record is work of its stream, and the event stands for its last record. In device code
// events only order streams of one grid (E1-E7).
#include <cstdio>
#include <string>
#include <string_view>

#include "checker/current.h"
#include "checker/messages/words.h"
#include "cuda_runtime_api.h"
#include "device/grids/capture.h"
#include "device/state.h"
#include "report/report.h"
#include "runtime/calls.h"
#include "runtime/operations.h"
#include "runtime/state.h"
#include "runtime/waits.h"

namespace emu {

namespace {

cudaEvent_t handle_of(Event* event) { return reinterpret_cast<cudaEvent_t>(event); }

}  // namespace

/// Gives a grid's event slots back when it is complete: not before, destroyed or not (E5).
class SlotsOfGrid : public Work {
 public:
  using Work::Work;
  void make_ready() override { emu::device(device).events -= count; }
  unsigned count = 0;
};

namespace {

void take_slot(Device& device, Grid& grid) {
  SlotsOfGrid*& slots = runtime.event_slots[grid.id];
  if (!slots) grid.dependents.emplace_back(slots = new SlotsOfGrid(device.number));
  ++slots->count;
  ++device.events;
}

cudaError_t refuse_flags(const Call& call) {
  warn(call, "device-api",
       "no event is created: device code must create it with cudaEventDisableTiming, anything else "
       "is error 1",
       "E2");
  return cudaErrorInvalidValue;
}

cudaError_t create_on_device(const Call& call, cudaEvent_t* result, unsigned flags) {
  constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming;
  if (!(flags & cudaEventDisableTiming) || (flags & ~kKnown)) return refuse_flags(call);
  Device& device = current_device();
  if (device.events >= 2 * device.pending_limit) return cudaErrorMemoryAllocation;
  take_slot(device, *current_block->grid);
  return hand_back(call, result, handle_of(make_event(device.number, flags)));
}

cudaError_t create(const Call& call, cudaEvent_t* result, unsigned flags) {
  if (!result) return cudaErrorInvalidValue;
  if (current_block) return create_on_device(call, result, flags);
  constexpr unsigned kKnown =
      cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (flags & ~kKnown) return cudaErrorInvalidValue;
  if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming))
    return cudaErrorInvalidValue;
  *out(result) = handle_of(make_event(current_device().number, flags));
  return cudaSuccess;
}

/// To device code the host's events, and what is none at all, are bad addresses (700 on the card).
Event* die_of_bad_event(const Call& call, const Event* event) {
  object(call, "foreign-event",
         event ? "an event that the host created is used in a kernel: device code can use only "
                 "events that its own grid created"
               : "what is passed as an event is none that this grid created",
         "E3");
  device_fault(cudaErrorIllegalAddress);
  return nullptr;
}

void refuse_destroyed(const Call& call, const Event& event) {
  const bool again = std::string_view(call.name) == "cudaEventDestroy";
  object(call, "device-api",
         again ? destroyed_again(event.gone, "event")
               : used_after(event.gone, "event", "cudaEventDestroy"),
         "E11");
}

/// The card takes a destroyed event of its own grid as if nothing had happened.
Event* own(const Call& call, Event& event) {
  const Grid* grid = current_block->grid;
  if (event.owner != grid || event.owner_launch != grid->id) {
    object(call, "foreign-event",
           "an event that another grid created is used here: an event belongs to the grid that "
           "made it",
           "E3");
    return nullptr;
  }
  if (is_other_blocks(event.owner_block)) {
    object(call, "foreign-event",
           "an event that another block created is used here: in CUDA Dynamic Parallelism 1 an "
           "event belongs to the block that made it",
           "E3");
    return nullptr;
  }
  if (!event.alive) refuse_destroyed(call, event);
  return &event;
}

/// The event behind a handle that the caller may use; null otherwise.
Event* usable(const Call& call, cudaEvent_t handle) {
  Event* event = find_event(handle);
  if (current_block) {
    if (handle && (!event || !event->owner)) return die_of_bad_event(call, event);
    return event ? own(call, *event) : nullptr;
  }
  if (event && event->alive && !event->owner) return event;
  const bool destroys = std::string_view(call.name) == "cudaEventDestroy";
  refuse_handle(handle, HandleOf::kEvent, cudaErrorInvalidResourceHandle,
                destroys ? HandleUse::kDestroys : HandleUse::kUses);
  return nullptr;
}

cudaError_t no_such_event() {
  return current_block ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
}

/// In device code the tail and fire-and-forget streams take no events (E4, T9).
cudaError_t find_target(const Call& call, cudaStream_t stream, Target& target) {
  target = resolve(stream, [&call] { return line_of(call.site); });
  if (!current_block) return target.error;
  if (target.error != cudaSuccess) return cudaErrorInvalidValue;
  if (target.kind != report::StreamKind::kTail && target.kind != report::StreamKind::kFireAndForget)
    return cudaSuccess;
  warn(call, "device-api",
       std::string(call.name) +
           " does nothing but return error 1: the tail and fire-and-forget "
           "streams take no part in events",
       "E4");
  return cudaErrorInvalidValue;
}

std::string of_device(int number) { return "of device " + std::to_string(number); }

/// An event can only be recorded on its own device (h200-facts 2).
cudaError_t refuse_other_device(const Call& call, const Event& event, const Stream& stream) {
  warn(call, "device-api",
       "nothing is recorded: an event " + of_device(event.device) + " in a stream " +
           of_device(stream.device) +
           " is error 400. An event belongs to the device that was current when it was created; "
           "create it when the stream's device is. Any device's streams may wait for it",
       "E9");
  return cudaErrorInvalidResourceHandle;
}

cudaError_t record_event(const Call& call, cudaEvent_t handle, cudaStream_t stream) {
  Target target;
  if (const cudaError_t error = find_target(call, stream, target)) return error;
  Event* event = usable(call, handle);
  if (!event) return no_such_event();
  if (target.stream && event->device != target.stream->device)
    return refuse_other_device(call, *event, *target.stream);
  event->captured_in = 0;
  if (const Capture* under_way = capture_of(target)) {
    if (under_way->invalid) return cudaErrorStreamCaptureInvalidated;
    event->recorded = nullptr;
    event->captured_in = under_way->id;
    event->captured = target.stream->frontier;
    return cudaSuccess;
  }
  Task task;
  task.is_passed_over = (event->flags & cudaEventDisableTiming) != 0;
  event->recorded = send(call, target, std::move(task));
  event->recorded_order = record.copies.back().order;
  return cudaSuccess;
}

/// The external flags are for stream capture; device code does not look at flags.
cudaError_t check_flags(unsigned flags) {
  if (flags == 0 || current_block) return cudaSuccess;
  return flags == cudaEventWaitExternal ? cudaErrorIllegalState : cudaErrorInvalidValue;
}

/// The stream joins the capture that the event was recorded in.
cudaError_t wait_in_capture(const Event& event, const Target& target) {
  Capture* capture = find_capture(event.captured_in);
  if (!capture) return cudaErrorCapturedEvent;
  if (capture->invalid) return cudaErrorStreamCaptureInvalidated;
  Stream& stream = *target.stream;
  if (&stream == &device(stream.device).legacy)
    return disturb_capture(capture->origin, cudaErrorStreamCaptureImplicit);
  if (stream.capture && stream.capture != capture) {
    disturb_capture(&stream, cudaErrorStreamCaptureMerge);
    return disturb_capture(capture->origin, cudaErrorStreamCaptureMerge);
  }
  capture_after(*capture, stream, event.captured);
  return cudaSuccess;
}

cudaError_t make_wait(const Call& call, cudaStream_t stream, cudaEvent_t handle, unsigned flags) {
  Target target;
  if (const cudaError_t error = find_target(call, stream, target)) return error;
  Event* event = usable(call, handle);
  if (!event) return no_such_event();
  if (const cudaError_t error = check_flags(flags)) return error;
  if (event->captured_in) return wait_in_capture(*event, target);
  if (!event->recorded) {
    checker::note_vain_wait(call.site);
    return cudaSuccess;
  }
  if (capture_of(target)) return disturb_capture(target.stream, cudaErrorStreamCaptureIsolation);
  checker::note_wait(call.site);
  Task task;
  task.also_after = {event->recorded};
  task.is_passed_over = true;
  send(call, target, std::move(task));
  return cudaSuccess;
}

/// The record is replayed as far as it has come; asked again before anything else happens, not
/// again.
const std::vector<std::uint64_t>& completion_times() {
  auto& [as_of, times] = runtime.completion_times;
  const std::pair now{record.next_order, state.completions.count};
  if (as_of == now) return times;
  report::Run so_far = record;
  report::finish(so_far, {});
  times.clear();
  for (const report::Copy& copy : so_far.copies) times.push_back(copy.time.complete_ns);
  as_of = now;
  return times;
}

std::uint64_t recorded_at_ns(const Event& event) {
  return completion_times()[(event.recorded->id & ~report::kCopyBit) - 1];
}

/// Why there is no time between two events; empty when there is.
std::string why_no_time(const Event& start, const Event& end) {
  if (start.device != end.device)
    return "one event is " + of_device(start.device) + " and the other " + of_device(end.device) +
           ": each device has its own clock, so take both from one device";
  if ((start.flags | end.flags) & cudaEventDisableTiming)
    return "an event was created with cudaEventDisableTiming and has no time";
  if (!start.recorded || !end.recorded) return "an event has not been recorded";
  return {};
}

cudaError_t elapsed(const Call& call, float* ms, cudaEvent_t from, cudaEvent_t to) {
  const Event *start = usable(call, from), *end = usable(call, to);
  if (!ms) return cudaErrorInvalidValue;
  if (!start || !end) return cudaErrorInvalidResourceHandle;
  if (const std::string why = why_no_time(*start, *end); !why.empty()) {
    warn(call, "device-api", "no time is measured, and the call returns 400: " + why, "E10");
    return cudaErrorInvalidResourceHandle;
  }
  if (!is_complete(start->recorded) || !is_complete(end->recorded)) return cudaErrorNotReady;
  const auto ns =
      static_cast<double>(recorded_at_ns(*end)) - static_cast<double>(recorded_at_ns(*start));
  *out(ms) = static_cast<float>(ns / 1e6);
  return cudaSuccess;
}

}  // namespace

extern "C" cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return api({"cudaEventCreate", EMU_SITE},
             [&](const Call& call) { return create(call, event, 0); });
}

extern "C" cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return api(
      {"cudaEventCreateWithFlags", EMU_SITE},
      [&](const Call& call) { return create(call, event, flags); },
      [&] { return "flags = " + std::to_string(flags); });
}

extern "C" cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return api({"cudaEventRecord", EMU_SITE},
             [&](const Call& call) { return record_event(call, event, stream); });
}

extern "C" cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                                unsigned flags) {
  return api({"cudaEventRecordWithFlags", EMU_SITE}, [&](const Call& call) {
    if (const cudaError_t error = check_flags(flags)) return error;
    if (current_block)
      object(call, "device-api",
             "cudaEventRecordWithFlags is declared for device code, but no CUDA library has it: "
             "linking fails with \"Undefined reference to '__cudaCDP2EventRecordWithFlags'\"; use "
             "cudaEventRecord",
             "E6");
    return record_event(call, event, stream);
  });
}

extern "C" cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return api({"cudaStreamWaitEvent", EMU_SITE},
             [&](const Call& call) { return make_wait(call, stream, event, flags); });
}

extern "C" cudaError_t cudaEventQuery(cudaEvent_t event) {
  return api({"cudaEventQuery", EMU_SITE}, [&](const Call& call) {
    const Event* known = usable(call, event);
    if (!known) return cudaErrorInvalidResourceHandle;
    if (known->captured_in) return cudaErrorCapturedEvent;
    if (!is_complete(known->recorded)) let_device_go_on(known->recorded);
    return is_complete(known->recorded) ? cudaSuccess : cudaErrorNotReady;
  });
}

extern "C" cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return api({"cudaEventSynchronize", EMU_SITE}, [&](const Call& call) {
    const Event* known = usable(call, event);
    if (!known) return cudaErrorInvalidResourceHandle;
    if (known->captured_in) return cudaErrorCapturedEvent;
    return wait_for(call, known->recorded);
  });
}

extern "C" cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api({"cudaEventDestroy", EMU_SITE}, [&](const Call& call) {
    Event* known = usable(call, event);
    if (!known) return no_such_event();
    if (known->alive) known->gone = destroyed_here(call.site);
    if (!current_block) note_destroyed(event, call.site);
    known->alive = false;
    known->recorded = nullptr;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  std::string detail;  // as many digits as a float has
  return api(
      {"cudaEventElapsedTime", EMU_SITE},
      [&](const Call& call) {
        const cudaError_t result = elapsed(call, ms, start, end);
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.9g ms", result == cudaSuccess ? *ms : 0.0F);
        detail = result == cudaSuccess ? digits : "";
        return result;
      },
      [&detail] { return detail; });
}

}  // namespace emu
