#include "runtime/waits.h"

#include <vector>

#include "device/border/book.h"
#include "device/grids/capture.h"
#include "device/grids/schedule.h"
#include "device/hosts/looks.h"
#include "device/state.h"
#include "runtime/state.h"

namespace emu {

namespace {

// Polls before the host stops to ask and waits: enough to see "not ready", no endless loop.
constexpr unsigned kPolls = 64;

void join(const WorkRef& work) {
  if (work && work->complete) checker::join(work->order);
}

void join(Stream& stream) {
  if (!stream.last) return;
  join(stream.last);
  runtime.seen[stream.id] = stream.last->id;
}

report::HostWait& note_wait(const Call& call) {
  report::HostWait& wait = record.host_waits.emplace_back();
  wait.name = call.name;
  wait.order = record.next_order++;
  enter({.kind = BookEntry::Kind::kHostWait, .name = name_number(wait.name)});
  return wait;
}

/// What a wait for `stream` waits for: its last work, and for the legacy stream the other blocking
/// streams' last works.
std::vector<Stream*> streams_behind(Stream& stream) {
  std::vector<Stream*> streams{&stream};
  Device& device = emu::device(stream.device);
  if (&stream != &device.legacy) return streams;
  streams.push_back(&device.per_thread);
  for (Stream* other : device.streams)
    if (other->blocking) streams.push_back(other);
  return streams;
}

bool all_complete(const void* context) {
  for (const WorkRef& work : *static_cast<const std::vector<WorkRef>*>(context))
    if (!work->complete) return false;
  return true;
}

bool has_nothing_under_way(const void* device) {
  return static_cast<const Device*>(device)->outstanding == 0;
}

bool may_be_forgotten(const Stream& stream) {
  if (stream.alive) return false;
  if (!stream.last) return true;
  const auto found = runtime.seen.find(stream.id);
  return found != runtime.seen.end() && found->second == stream.last->id;
}

void forget_retired(Device& device) {
  std::erase_if(device.streams, [](const Stream* stream) {
    if (!may_be_forgotten(*stream)) return false;
    runtime.seen.erase(stream->id);
    return true;
  });
}

/// Other host threads may have made calls meanwhile.
void wait_on_host(const Call& call, bool (*done)(const void*), const void* context) {
  host_wait(done, context, call.name);
  calls.site = call.site;
}

}  // namespace

cudaError_t wait_for(const Call& call, const WorkRef& work) {
  if (!work) return cudaSuccess;
  const std::vector<WorkRef> works{work};
  note_wait(call).waits_for.push_back(work->id);
  wait_on_host(call, &all_complete, &works);
  join(work);
  return state.sticky_error;
}

cudaError_t wait_for(const Call& call, Stream& stream) {
  if (stream.capture) return disturb_capture(&stream, cudaErrorStreamCaptureUnsupported);
  std::vector<WorkRef> works;
  report::HostWait& wait = note_wait(call);
  const std::vector<Stream*> streams = streams_behind(stream);
  for (const Stream* each : streams) {
    if (!each->last) continue;
    works.push_back(each->last);
    wait.waits_for.push_back(each->last->id);
  }
  wait_on_host(call, &all_complete, &works);
  for (Stream* each : streams) join(*each);
  return state.sticky_error;
}

cudaError_t wait_for(const Call& call, Device& device) {
  if (const cudaError_t error = disturb_capture(nullptr, cudaErrorStreamCaptureUnsupported))
    return error;
  // With one device "everything" is exact; with several the streams are named one by one.
  report::HostWait& wait = note_wait(call);
  std::vector<Stream*> streams = device.streams;
  streams.push_back(&device.legacy);
  streams.push_back(&device.per_thread);
  wait.everything = device_count() == 1;
  for (const Stream* stream : streams)
    if (!wait.everything && stream->last) wait.waits_for.push_back(stream->last->id);
  wait_on_host(call, &has_nothing_under_way, &device);
  for (Stream* stream : streams) join(*stream);
  forget_retired(device);
  return state.sticky_error;
}

bool is_idle(Stream& stream) {
  const std::vector<Stream*> streams = streams_behind(stream);
  for (const Stream* each : streams)
    if (each->last && !each->last->complete) return false;
  for (Stream* each : streams) join(*each);
  return true;
}

bool is_complete(const WorkRef& work) {
  if (work && !work->complete) return false;
  join(work);
  return true;
}

void let_device_go_on(const WorkRef& until) {
  if (++runtime.polls < kPolls) return;
  runtime.polls = 0;
  // What it waits for may wait for it: for what it does between two questions.
  const std::vector<WorkRef> works{until};
  if (state.hosts.alive == 1) drive_device({&all_complete, &works});
  if (state.hosts.alive > 1) return let_others_do_something();
  host_wait(&all_complete, &works);
}

void retire(Stream& stream) {
  stream.alive = false;
  if (!stream.owner) forget_retired(device(stream.device));
}

}  // namespace emu
