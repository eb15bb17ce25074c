// Builds records of runs that never happened, for tests of the clock and of the writers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "report/costs.h"
#include "report/record.h"

namespace emu::report {

inline std::uint64_t microseconds(double us) {
  return static_cast<std::uint64_t>(us * 1000 * costs::kCyclesPerNs);
}

/// A thread of device code: what launches in it name as their origin.
struct From {
  WorkId parent = kHostId;
  std::uint32_t block = 0, thread = 0;
  double at_us = 0;  ///< into its block
};

class Scenario {
 public:
  Run run;

  /// A grid whose blocks all take `us`.
  WorkId launch(const std::string& kernel, From from, StreamKind stream, double us,
                std::uint64_t stream_id = 0, std::uint32_t blocks = 1, std::uint32_t threads = 32) {
    Launch l;
    l.id = static_cast<WorkId>(run.launches.size() + 1);
    l.kernel = kernel_index(kernel);
    l.origin = origin(from);
    l.stream = stream;
    l.stream_id = stream_id;
    l.grid = {blocks, 1, 1};
    l.block = {threads, 1, 1};
    l.depth = from.parent == kHostId ? 0 : run.launches[from.parent - 1].depth + 1;
    l.order = run.next_order++;
    l.sequence = l.id;
    l.finished = true;
    l.work.runs.push_back({0, blocks, microseconds(us), 0});
    run.launches.push_back(std::move(l));
    in_order(run.launches.back(), from);
    return run.launches.back().id;
  }

  WorkId host(const std::string& kernel, double us = 0, std::uint32_t blocks = 1,
              std::uint32_t threads = 32, std::uint64_t stream_id = 0) {
    return launch(kernel, {}, StreamKind::kHost, us, stream_id, blocks, threads);
  }

  WorkId copy(Copy::Way way, std::uint64_t bytes, From from = {},
              StreamKind stream = StreamKind::kHost, std::uint64_t stream_id = 0) {
    Copy c;
    c.id = static_cast<WorkId>(run.copies.size() + 1) | kCopyBit;
    c.name = way == Copy::Way::kSet ? "cudaMemsetAsync" : "cudaMemcpyAsync";
    c.origin = origin(from);
    c.stream = stream;
    c.stream_id = stream_id;
    c.way = way;
    c.bytes = bytes;
    c.order = run.next_order++;
    run.copies.push_back(std::move(c));
    in_order(run.copies.back(), from);
    return run.copies.back().id;
  }

  void synchronize() {
    HostWait wait;
    wait.name = "cudaDeviceSynchronize";
    wait.everything = true;
    wait.order = run.next_order++;
    run.host_waits.push_back(std::move(wait));
  }

  Launch& operator[](WorkId id) { return run.launches[id - 1]; }

 private:
  /// The predecessor in its stream: per host, block (NULL), thread, grid (named), grid (tail).
  template <class Work>
  void in_order(Work& work, const From& from) {
    if (work.stream == StreamKind::kFireAndForget) return;
    const bool by_block = work.stream == StreamKind::kNull || work.stream == StreamKind::kPerThread;
    const bool by_thread = work.stream == StreamKind::kPerThread;
    WorkId& last = last_[{from.parent, by_block ? from.block : 0, by_thread ? from.thread : 0,
                          work.stream, work.stream_id}];
    if (last != kHostId) work.waits_for.push_back(last);
    last = work.id;
  }

  std::uint32_t kernel_index(const std::string& name) {
    for (std::size_t i = 0; i < run.kernels.size(); ++i) {
      if (run.kernels[i].name == name) return static_cast<std::uint32_t>(i);
    }
    run.kernels.push_back({name, name + "(int*, int)"});
    return static_cast<std::uint32_t>(run.kernels.size() - 1);
  }

  static Origin origin(const From& from) {
    Origin o;
    o.parent = from.parent;
    o.parent_block = {from.block, 0, 0};
    o.parent_thread = {from.thread, 0, 0};
    o.parent_block_index = from.block;
    o.parent_thread_index = from.thread;
    o.parent_cycles = microseconds(from.at_us);
    o.file = "exercise.cu";
    o.line = 31;
    return o;
  }

  using Queue = std::tuple<WorkId, std::uint32_t, std::uint32_t, StreamKind, std::uint64_t>;
  std::map<Queue, WorkId> last_;
};

}  // namespace emu::report
