// Streams and events: where work gets its order from (S1-S8, E1-E7).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "device/grids/destruction.h"
#include "device/grids/work.h"
#include "driver_types.h"

namespace emu {

struct Capture;
struct GraphNode;
struct GraphRun;  // device/graphs/run.h

/// What a cudaStream_t points at. Never deleted, so that a stale handle is recognized.
struct Stream {
  int device = 0;
  std::uint64_t id = 0;
  WorkRef last;  // what the next work in this stream waits for
  bool alive = true;
  Destruction gone;       // by device code
  bool blocking = false;  // host: ordered with the legacy stream
  unsigned flags = 0;
  int priority = 0;
  const Grid* owner = nullptr;       // device: the grid that made it (S3); null for the host's
  std::uint64_t owner_launch = 0;    // its launch id; grids' addresses come back, ids do not
  std::uint64_t owner_block = 0;     // serial number; counts in CDP1
  Capture* capture = nullptr;        // under way: its work goes into a graph …
  std::vector<GraphNode*> frontier;  // … after these
};

/// What a cudaEvent_t points at. Never deleted.
struct Event {
  int device = 0;
  unsigned flags = 0;
  WorkRef recorded;  // null: never recorded
  bool alive = true;
  Destruction gone;  // by device code
  const Grid* owner = nullptr;
  std::uint64_t owner_launch = 0;
  std::uint64_t owner_block = 0;
  std::uint64_t recorded_order = 0;  // place in the record, for elapsed time
  std::uint64_t captured_in = 0;     // id of the capture that its last record belongs to; 0: none
  std::vector<GraphNode*> captured;  // what it stands for there
};

/// Every handle that was ever made.
struct Streams {
  std::uint64_t ids = 0;
  std::unordered_set<const void*> streams, events;
};

/// Which stream a handle means for the calling thread, and how to order work in it.
struct Target {
  report::StreamKind kind = report::StreamKind::kHost;
  std::uint64_t id = 0;
  Stream* stream = nullptr;  // host and named streams
  cudaError_t error = cudaSuccess;
  const std::vector<WorkRef>* behind = nullptr;        // a graph's node: what orders it instead,
  const std::vector<WorkRef>* behind_early = nullptr;  // and by programmatic edges (Q6),
  std::shared_ptr<GraphRun> run{};                     // of which launch it is,
  std::uint32_t graph = 0;  // that launch's, or body's, number in the record,
  std::string_view node{};  // its name in messages,
  bool in_body = false;     // and whether it is in one of a conditional node
};

/// The user's line that names a stream; asked only when there is something to say about it.
using Where = std::function<checker::SourceLine()>;
/// Finds what `handle` means here; `error` is 1 for what is no stream of this grid (h200-facts 1).
Target resolve(cudaStream_t handle, const Where& where = nullptr);
/// Orders `work` behind what the target holds and makes it the target's last.
void enqueue(Work& work, const Target& target);

Stream* make_stream(int device, unsigned flags, int priority);
Stream* find_stream(cudaStream_t handle);  // null: not one of ours
Event* make_event(int device, unsigned flags);
Event* find_event(cudaEvent_t handle);
/// A stream or event of the calling grid that another block made, which in CDP1 is no good (S3).
bool is_other_blocks(std::uint64_t owner_block);
std::uint64_t next_stream_id();

/// See Settings.
bool ask_for_per_thread_default();

}  // namespace emu
