// Work of a stream that is no grid: copies, fills, event records and waits, host functions.
//
// An operation is to the checker what a grid is: it starts after what is before it in its stream,
// its accesses are its own, and whoever waits for it sees them.
#pragma once

#include <cstdint>
#include <functional>

#include "device/grids/stream.h"
#include "device/grids/work.h"
#include "runtime/calls.h"

namespace emu {

/// What an operation does and how the record and the virtual clock see it.
struct Task {
  report::Copy::Way way = report::Copy::Way::kNothing;
  std::uint64_t bytes = 0;
  bool pinned = false;    // the host's side of a copy …
  bool pageable = false;  // … or that
  std::function<void()> perform = [] {};
  std::vector<WorkRef> also_after;                   // besides what its stream holds
  std::vector<Target> also_in;                       // further streams that it is in order with
  bool on_host = false;                              // a host function
  bool is_passed_over = false;                       // by grids that start early (Q1)
  cudaGraphNodeType node = cudaGraphNodeTypeMemcpy;  // what it is in a graph
};

/// Sends the operation off into a stream; `target.error` is 0. The host does not wait. Null when
/// the stream is being captured: then it is a node of the graph.
WorkRef send(const Call& call, const Target& target, Task task);

}  // namespace emu
