// The record of a run: what the device writes down while it runs, and all that the report needs.
//
// Plain structs, filled in by the scheduler and the runtime as things happen; nothing here
// computes. After the run `finish` (report.h) replays the record against the virtual clock and
// fills in the times, and the writers turn it into JSON, text, pictures and traces.
//
// One order runs through it: `order`, drawn from `Run::next_order` by everything that is issued
// (launches, copies, host waits). It places what the host does between its launches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "card/numbers.h"
#include "memory/own.h"

namespace emu::report {

/// A grid or a copy. Launches count 1, 2, 3 … in the order in which they were accepted; copies
/// count the same way with `kCopyBit` set. 0 is the host.
using WorkId = std::uint32_t;
inline constexpr WorkId kHostId = 0;
inline constexpr WorkId kCopyBit = 0x8000'0000;

struct Extent {
  std::uint32_t x = 0, y = 0, z = 0;
};

/// Which stream a launch went to, as rules S1, S2, S6, S7 and T1 tell them apart.
enum class StreamKind : std::uint8_t {
  kHost,       ///< any stream of the host
  kNull,       ///< the NULL stream of the launching block
  kNamed,      ///< made by cudaStreamCreateWithFlags in device code
  kPerThread,  ///< cudaStreamPerThread, or NULL with --default-stream per-thread
  kFireAndForget,
  kTail,
};

/// Where a launch came from and where it went. All zero but `file` and `line` for the host's.
struct Origin {
  WorkId parent = kHostId;
  Extent parent_block;                   ///< blockIdx of the launching thread
  Extent parent_thread;                  ///< its threadIdx
  std::uint32_t parent_block_index = 0;  ///< the same, linear in its grid: x + gridDim.x * (y + …)
  std::uint32_t parent_thread_index = 0;  ///< linear in its block; of the host: which host thread
  /// Cycles on the launching thread's path from the start of its block to this launch, in the
  /// measure of BlockRun::cycles and without the cost of launching, which the clock adds.
  std::uint64_t parent_cycles = 0;
  const char* file = "";  ///< lives as long as the program
  std::uint32_t line = 0;
};

/// Where a block did what concerns programmatic dependencies (Q1), in cycles as BlockRun::cycles;
/// kNever where it did not.
struct EarlyMarks {
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  std::uint64_t trigger = kNever;  ///< its first thread triggered
  std::uint64_t wait = kNever;     ///< its last thread waited for earlier grids
  bool operator==(const EarlyMarks&) const = default;
};

/// `count` blocks with consecutive linear indices from `first` on, each of which did this work.
struct BlockRun {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
  /// Longest path through the block: what its slowest warp needed with the SM to itself, sleeping
  /// and spinning included.
  std::uint64_t cycles = 0;
  /// Instructions issued by all its warps together; 0 when not counted. An SM issues 4 a cycle, so
  /// this is what makes blocks that compute at the same time slow each other down.
  std::uint64_t issued = 0;
  EarlyMarks marks{};
};

/// The work of a grid's blocks, in the order in which they ended. A million equal blocks are one
/// run.
struct BlockWork {
  std::vector<BlockRun> runs;

  void add(std::uint32_t block_index, std::uint64_t cycles, std::uint64_t issued = 0,
           const EarlyMarks& marks = {}) {
    if (!runs.empty()) {
      BlockRun& last = runs.back();
      if (last.first + last.count == block_index && last.cycles == cycles &&
          last.issued == issued && last.marks == marks) {
        ++last.count;
        return;
      }
    }
    runs.push_back({block_index, 1, cycles, issued, marks});
  }
  /// Cycles of the block that took longest.
  std::uint64_t longest() const {
    std::uint64_t cycles = 0;
    for (const BlockRun& run : runs) cycles = std::max(cycles, run.cycles);
    return cycles;
  }
};

/// When things happened on the virtual clock, in nanoseconds; filled in by `finish`.
struct Span {
  std::uint64_t launched_ns = 0;  ///< the launching thread began the launch
  std::uint64_t start_ns = 0;     ///< the first block started
  std::uint64_t waited_ns = 0;    ///< blocks that waited for earlier grids went on; 0: none did
  std::uint64_t end_ns = 0;       ///< the last thread exited
  std::uint64_t complete_ns = 0;  ///< and all descendants are complete (N2)
};

/// A grid that was accepted. `Run::launches[id - 1]`.
struct Launch {
  WorkId id = 0;
  std::uint32_t kernel = 0;  ///< index into Run::kernels
  Origin origin;
  StreamKind stream = StreamKind::kHost;
  std::uint64_t stream_id = 0;  ///< equal ids: same stream. Free to choose otherwise
  Extent grid, block;
  std::uint64_t shared_bytes = 0;  ///< static and dynamic, a block
  std::int32_t device = 0;
  std::int32_t error = 0;       ///< cudaError_t with which the grid ended (700, 719 …); mostly 0
  bool error_seen = false;      ///< someone read the launch's status afterwards (K12) …
  bool never_seen = false;      ///< … or the launching thread has ended without
  bool finished = false;        ///< all its threads exited
  bool touches_memory = false;  ///< some thread accessed memory that is not its block's
  std::uint32_t places =
      card::kPendingLaunches;    ///< of the pool of pending launches when it was launched (L1)
  std::uint64_t heap_calls = 0;  ///< allocations from the device heap, and what was given back
  std::uint32_t depth = 0;       ///< 0 for the host's launches, a child has its parent's + 1
  /// Work whose completion it needed directly: the predecessor in its stream, the tail before it,
  /// what events named. The parent of a tail is implied and not listed.
  std::vector<WorkId> waits_for;
  std::uint32_t graph = 0;  ///< it is part of Run::graphs[graph - 1]; 0: of none
  /// Grids that it needed to have triggered or ended, but not to be complete (Q1).
  std::vector<WorkId> overlaps;
  std::uint64_t order = 0;     ///< from Run::next_order, when it was launched
  std::uint64_t sequence = 0;  ///< order in which grids started to run, from 1
  BlockWork work;
  Span time;
};

/// A launch that was not accepted (K6, L1). It has no id.
struct Refused {
  std::uint32_t kernel = 0;
  Origin origin;
  Extent grid, block;  ///< asked for
  StreamKind stream = StreamKind::kNull;
  std::int32_t error = 0;
  std::string error_name;   ///< "cudaErrorLaunchPendingCountExceeded"
  bool error_seen = false;  ///< someone read the launch's status afterwards (K12) …
  bool never_seen = false;  ///< … or the launching thread has ended without
};

/// cudaMemcpy*, cudaMemset* and what else is work in a stream but not a grid. `Run::copies[id - 1]`
/// with id without kCopyBit.
struct Copy {
  enum class Way : std::uint8_t {
    kOnDevice,  ///< device to device
    kHostToDevice,
    kDeviceToHost,
    kPeer,     ///< between devices
    kSet,      ///< memset
    kNothing,  ///< takes no time: host function, event …
  };
  WorkId id = 0;     ///< with kCopyBit
  std::string name;  ///< "cudaMemcpyAsync"
  Origin origin;
  StreamKind stream = StreamKind::kHost;
  std::uint64_t stream_id = 0;
  Way way = Way::kOnDevice;
  std::uint64_t bytes = 0;
  bool pinned = false;  ///< the host's side is pinned memory
  std::int32_t device = 0;
  std::vector<WorkId> waits_for;
  /// It is part of Run::graphs[graph - 1]; with a parent, it is the launch of that graph; 0:
  /// neither.
  std::uint32_t graph = 0;
  std::uint64_t order = 0;
  Span time;
};

/// One run of a graph, or of the body of a conditional node.
struct GraphRun {
  enum class Way : std::uint8_t {
    kHost,
    kFireAndForget,
    kTail,
    kSibling,
    kBody,
  };
  Way way = Way::kHost;
  WorkId begins = 0;  ///< its first piece of work, which the others wait for
};

/// The host waited: for all of `waits_for`, or, when `everything` is set, for all work that the
/// host issued before. What the host issues later starts later.
struct HostWait {
  std::string name;  ///< "cudaDeviceSynchronize"
  bool everything = false;
  std::vector<WorkId> waits_for;
  std::uint64_t order = 0;
  std::uint64_t begin_ns = 0;  ///< when the host began to wait; filled in by `finish`
  std::uint64_t time_ns = 0;   ///< when it went on; filled in by `finish`
};

/// A call of the host that a lesson may want to check.
struct HostCall {
  std::string name;
  std::int32_t result = 0;
  std::uint64_t launches_before = 0;  ///< accepted launches so far
  std::string detail;                 ///< "cudaLimitDevRuntimePendingLaunchCount = 4096"
  const char* file = "";              ///< lives as long as the program
  std::uint32_t line = 0;
};

/// Calls of one API function, atomic, warp operation, vote of a block or barrier of a grid from one
/// line of device code with one result (0 where there is none).
struct DeviceCall {
  std::string name;
  std::int32_t result = 0;
  std::uint64_t count = 0;
  const char* file = "";
  std::uint32_t line = 0;
};

struct Kernel {
  std::string name;       ///< "fill"
  std::string signature;  ///< "fill(int*, int)"
};

/// Everything about one run of a program.
/// What the device allowed when the host launched for the first time.
struct Limits {
  std::uint64_t pool = 0, heap = 0, stack = 0;  ///< pending launches; bytes; bytes per thread
};

struct Run {
  std::string schedule = "late";
  std::uint64_t seed = 0;
  bool finished = false;  ///< the program reached its end
  std::int32_t sticky_error = 0;
  std::string sticky_error_name = "cudaSuccess";

  Limits limits;
  memory::OwnVector<Kernel> kernels;
  memory::OwnVector<Launch> launches;
  memory::OwnVector<Refused> refused;
  memory::OwnVector<Copy> copies;
  memory::OwnVector<GraphRun> graphs;
  memory::OwnVector<HostWait> host_waits;
  memory::OwnVector<HostCall> host_calls;
  memory::OwnVector<DeviceCall> device_calls;
  std::vector<std::string> findings;  ///< diagnostics in a few words, errors first; by `finish`
  std::uint64_t next_order = 1;

  std::uint64_t virtual_ns = 0;  ///< from start to end of the run; filled in by `finish`
};

}  // namespace emu::report
