#include "device/grids/stream.h"

#include "device/dependents/early_start.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/graphs/run.h"
#include "device/grids/block.h"
#include "device/grids/capture.h"
#include "device/grids/grid.h"
#include "device/state.h"

namespace emu {

bool ask_for_per_thread_default() { return state.settings.per_thread_default = true; }

namespace {

// The special handles (A4).
constexpr std::uintptr_t kLegacy = 1, kPerThread = 2, kTail = 3, kFireAndForget = 4;

std::uint64_t value_of(cudaStream_t handle) { return reinterpret_cast<std::uintptr_t>(handle); }

/// cudaStreamPerThread of the host thread that runs.
Stream* default_stream_of_thread(Device& here) {
  HostThread& thread = *state.hosts.current;
  if (&thread == &state.hosts.first) return &here.per_thread;
  Stream*& stream = thread.default_streams[static_cast<std::size_t>(here.number)];
  if (!stream) stream = make_stream(here.number, 0, 0);
  return stream;
}

checker::SourceLine line_at(const Where& where) { return where ? where() : checker::SourceLine{}; }

Target host_target(cudaStream_t handle, const Where& where) {
  Device& here = current_device();
  const auto value = value_of(handle);
  Stream* stream = value == kPerThread || (value == 0 && state.settings.per_thread_default)
                       ? default_stream_of_thread(here)
                   : value <= kLegacy ? &here.legacy
                                      : find_stream(handle);
  if (!stream || !stream->alive || stream->owner) {
    report_wrong_handle(handle, HandleOf::kStream, HandleUse::kUses, line_at(where));
    return {.error = cudaErrorInvalidResourceHandle};
  }
  if (stream == &here.legacy)
    if (const cudaError_t error = check_legacy_stream(*stream)) return {.error = error};
  return {report::StreamKind::kHost, stream->id, stream, cudaSuccess};
}

void diagnose_foreign(const Stream* stream, const Where& where) {
  report_finding(
      {.rule = "foreign-stream",
       .message = stream->owner == current_block->grid
                      ? "a stream that another block created is used here: in CUDA Dynamic "
                        "Parallelism 1 a stream belongs to the block that made it"
                  : stream->owner
                      ? "a stream that another grid created is used here: a stream belongs to the "
                        "grid that made it; create one in this grid, or use "
                        "cudaStreamFireAndForget"
                      : "a stream that the host created is used in a kernel: device code can use "
                        "only streams that its own grid created",
       .where = line_at(where),
       .cites = "S3"});
}

Target named_target(cudaStream_t handle, const Where& where) {
  Stream* stream = find_stream(handle);
  if (!stream) return {.error = cudaErrorInvalidValue};
  const Grid* grid = current_block->grid;
  if (stream->owner != grid || stream->owner_launch != grid->id ||
      is_other_blocks(stream->owner_block)) {
    diagnose_foreign(stream, where);
    return {.error = cudaErrorInvalidValue};
  }
  // The card goes on as if the stream were still there.
  if (!stream->alive)
    report_finding({.rule = "device-api",
                    .message = used_after(stream->gone, "stream", "cudaStreamDestroy"),
                    .where = line_at(where),
                    .cites = "S8"});
  return {report::StreamKind::kNamed, stream->id, stream, cudaSuccess};
}

Target device_target(cudaStream_t handle, const Where& where) {
  using report::StreamKind;
  switch (value_of(handle)) {
    case kTail:
      return {.kind = StreamKind::kTail};
    case kFireAndForget:
      return {.kind = StreamKind::kFireAndForget, .id = next_stream_id()};
    case 0:
      if (state.settings.per_thread_default)
        [[fallthrough]];
      else
        return {.kind = StreamKind::kNull, .id = current_block->null_id};
    case kPerThread:
      return {.kind = StreamKind::kPerThread, .id = self().own_stream_id};
    case kLegacy:  // acts as the block's NULL stream (h200-facts 1)
      return {.kind = StreamKind::kNull, .id = current_block->null_id};
    default:
      return named_target(handle, where);
  }
}

void follow(Work& work, WorkRef& last) {
  const Grid* const grid = work.as_grid();
  if (last) grid && grid->may_start_early ? follow_early(work, *last) : run_after(work, *last);
  last = &work;
}

// The legacy stream waits for every blocking stream of the device, and they for it.
void follow_on_host(Work& work, Stream& stream) {
  Device& device = emu::device(stream.device);
  if (&stream == &device.legacy) {
    for (Stream* other : device.streams)
      if (other->blocking && other->last) run_after(work, *other->last);
    if (device.per_thread.last) run_after(work, *device.per_thread.last);
  } else if (stream.blocking && device.legacy.last) {
    run_after(work, *device.legacy.last);
  }
  follow(work, stream.last);
}

// The first tail waits at a gate that opens when the parent's other work is complete (T2).
void follow_tails(Work& work, Grid& parent) {
  work.tail = true;
  checker::work_after(work.order, parent.order);
  if (parent.last_tail) {
    run_after(work, *parent.last_tail);
  } else {
    parent.first_tail = &work;
    ++work.unmet;
  }
  parent.last_tail = &work;
  check_tails(parent);
}

std::uint64_t named_once(std::uint64_t& id) {
  if (id == 0) id = next_stream_id();
  return id;
}

}  // namespace

std::uint64_t next_stream_id() { return ++state.streams.ids; }

Target resolve(cudaStream_t handle, const Where& where) {
  if (!current_block) return host_target(handle, where);
  Target target = device_target(handle, where);
  if (target.error != cudaSuccess) return target;
  if (target.kind == report::StreamKind::kNull) target.id = named_once(current_block->null_id);
  if (target.kind == report::StreamKind::kPerThread) target.id = named_once(self().own_stream_id);
  return target;
}

void enqueue(Work& work, const Target& target) {
  join_run(work, target);
  if (target.behind) {
    for (const WorkRef& earlier : *target.behind) run_after(work, *earlier);
    if (target.behind_early)
      for (const WorkRef& earlier : *target.behind_early) run_after_early(work, *earlier);
    return;
  }
  switch (target.kind) {
    case report::StreamKind::kHost:
      return follow_on_host(work, *target.stream);
    case report::StreamKind::kNull:
      return follow(work, current_block->null_last);
    case report::StreamKind::kPerThread:
      return follow(work, self().own_stream_last);
    case report::StreamKind::kNamed:
      return follow(work, target.stream->last);
    case report::StreamKind::kTail:
      return follow_tails(work, *current_block->grid);
    case report::StreamKind::kFireAndForget:
      return;
  }
}

Stream* make_stream(int device, unsigned flags, int priority) {
  auto* stream = new Stream;
  stream->device = device;
  stream->id = next_stream_id();
  stream->flags = flags;
  stream->priority = priority;
  if (current_block) {
    stream->owner = current_block->grid;
    stream->owner_launch = current_block->grid->id;
    stream->owner_block = current_block->serial;
  } else {
    stream->blocking = !(flags & cudaStreamNonBlocking);
    emu::device(device).streams.push_back(stream);
    note_made(stream, HandleOf::kStream);
  }
  state.streams.streams.insert(stream);
  return stream;
}

Stream* find_stream(cudaStream_t handle) {
  return state.streams.streams.contains(handle) ? reinterpret_cast<Stream*>(handle) : nullptr;
}

Event* make_event(int device, unsigned flags) {
  auto* event = new Event;
  event->device = device;
  event->flags = flags;
  if (current_block) {
    event->owner = current_block->grid;
    event->owner_launch = current_block->grid->id;
    event->owner_block = current_block->serial;
  } else {
    note_made(event, HandleOf::kEvent);
  }
  state.streams.events.insert(event);
  return event;
}

bool is_other_blocks(std::uint64_t owner_block) {
  return state.settings.cdp1 && owner_block != current_block->serial;
}

Event* find_event(cudaEvent_t handle) {
  return state.streams.events.contains(handle) ? reinterpret_cast<Event*>(handle) : nullptr;
}

}  // namespace emu
