// The replay of a record against the virtual clock; see ../timeline.h for what it is, ../costs.h
// for the stations that a launch passes.
//
// Every launch and copy is an item. An item is ready when its launch has passed the queues and
// nothing that it waits for is incomplete; it runs; its threads are done; its children join (N1);
// its tails run (T2, T3); it is complete, and whatever waits for it may go on (N4). Each file next
// to this one has one of these stations.
#pragma once

#include <cmath>
#include <cstdint>
#include <deque>
#include <vector>

#include "card/numbers.h"
#include "report/multiprocessors.h"
#include "report/record.h"
#include "report/segments.h"

namespace emu::report::clock {

using Index = std::uint32_t;  // of an item

/// Grids that run one after another, whatever other queues have to do. An H200 has 128 of them:
/// where some children take much longer than others, one queue is still busy when the others are
/// empty (h200-facts 3).
struct Queue {
  bool busy = false;
  std::deque<Index> waiting;
};

struct Item {
  const Origin* origin = nullptr;
  Launch* launch = nullptr;  // null: a copy
  Copy* copy = nullptr;
  Span* time = nullptr;
  StreamKind stream = StreamKind::kHost;
  int device = 0;
  Index parent = kNone;
  const GraphRun* graph = nullptr;  // that it is part of, or, with a parent, launches
  bool begins_graph = false;
  bool issued_by_host = false;

  // What it waits for.
  std::uint32_t missing = 1;  // its own launch, predecessors, for a tail the parent's join
  Queue* queue = nullptr;     // of its device, once it is ready

  // As a child: its place among those that its block launches.
  Index launcher = kNone;        // index of its parent's block
  Index next_of_thread = kNone;  // the same thread's next launch
  bool follows = false;          // another child of its block in the NULL stream
  double held_up = 0;            // ns that its thread has lost to launching until it returned

  // As a grid.
  std::vector<Segment> segments;
  std::uint32_t next_segment = 0;
  std::uint64_t blocks_left = 0;
  std::uint64_t first_block = 0;  // its first among all blocks of the device, as they begin
  std::int64_t room_per_block = 0;
  Index first_launcher = kNone;  // its launching blocks are consecutive
  std::uint32_t launchers = 0;
  std::uint32_t children_left = 0, tails_left = 0;
  bool has_children = false, has_started = false;
  bool threads_done = false, joined = false, complete = false;
  // Programmatic dependencies: early_start.cpp.
  std::vector<Index> early_dependents;  // may start when its blocks have triggered or ended
  std::uint64_t unreleased = 0;         // of its blocks: neither yet
  bool may_overlap = false;             // earlier grids, …
  std::uint32_t earlier_left = 0;       // … so many of which are not complete
  bool is_held = false;                 // done but for these
  std::vector<Batch> parked;            // blocks that wait for these
  double pool = 0;                      // costs::of_pool where it was launched
  double pool_of_tree = 0;              // the largest of its descendants' …
  double grids_times_pool = 0;          // … and the sum for those that accessed memory
};

/// A part of the work of a segment's blocks: up to where they trigger, wait or end.
struct Part {
  enum class End { kWait, kTrigger, kBlock };

  double end;  // cycles from their start
  End by;
};

/// A block that launches.
struct Launcher {
  Index grid = 0;
  std::uint32_t block = 0;
  std::uint64_t last_cycles = 0;
  Index first_child = 0, children = 0;  // in Replay::by_thread_
  std::uint32_t not_issued = 0;
  double queue_free = 0;
  double held_up = 0;     // of the thread that lost most
  double work_done = -1;  // when its own work was done; negative: not yet
};

enum class What : std::uint8_t {
  kHostGoesOn,
  kArrivesAtBlockQueue,
  kArrivesAtDeviceQueue,
  kConditionMet,  // one of the things that the item waits for
  kBegins,
  kBlockEnds,  // index of a launcher
  kThreadsDone,
  kDone,   // a copy; a grid whose tails are done
  kKnown,  // its completion, to whoever launched it
  kJoins,
};

struct Event {
  double at;
  std::uint64_t serial;
  Index index;
  What what;
  bool operator>(const Event& other) const {
    return at != other.at ? at > other.at : serial > other.serial;
  }
};

/// One device: its multiprocessors and the grids that want to be on them.
struct Device {
  Multiprocessors multiprocessors;
  double queue_free = 0;
  double heap_free = 0;
  std::vector<Queue> queues = std::vector<Queue>(card::kGridsAtOnce);
  std::vector<Queue> host_queues = std::vector<Queue>(card::kGridsAtOnce);
  std::size_t next = 0, next_named = 0, next_host = 0;
  std::uint64_t blocks_begun = 0;
  std::deque<Index> dispatching;  // begun, with blocks not started
};

/// A call of the host: it issues an item, or waits.
struct HostStep {
  std::uint64_t order;
  Index item;  // kNone: a wait
  HostWait* wait;
};

inline std::uint64_t whole(double ns) { return static_cast<std::uint64_t>(std::llround(ns)); }

inline bool is_event(const Item& item) {
  return item.copy != nullptr && item.copy->way == Copy::Way::kNothing;
}

class Replay {
 public:
  explicit Replay(Run& run);
  void play();

 private:
  // Setting up: set_up.cpp.
  void make_items();
  template <class Work>
  void set(Item& item, Work& work);
  /// Sorts what device code launched by launching grid, block and thread, and links it up.
  void link_children();
  /// The block that launches the k-th child in that order: the latest one, or one not seen before.
  Launcher& launcher_of(std::size_t k);
  void link_child(std::size_t k);
  /// As what its parent waits for.
  void count_child(Index i);
  /// Turns "waits for" around: who has to be told when an item is complete.
  void link_waits();
  void order_host();

  // Events: replay.cpp.
  void post(double at, What what, Index index);
  Event take();
  void handle(const Event& event);

  // The host: host.cpp.
  /// Issues work until it has to wait. `host_ns_` may run ahead of the clock, never of a wait.
  void host_goes_on();
  /// True when all that the host waits for is complete; otherwise `complete` calls again.
  bool host_may_pass(const HostWait& wait);

  // A launch on its way: launching.cpp.
  double after(std::uint64_t cycles, int device) const;
  void block_starts(Index launcher);
  void arrives_at_block_queue(Index i);
  void arrives_at_device_queue(Index i);
  /// The item has been handed over: it is ready at `ready`, its thread goes on at `returns`.
  void issued(Index i, double ready, double returns);
  void launch_next(const Item& item, double returns);

  // Running: running.cpp.
  void condition_met(Index i);
  /// The queue of a child. A NULL stream belongs to a block, and the blocks have their queues in
  /// turn, in the order in which they start; other children go to the queues in turn themselves,
  /// from the last one down: the few of a small program meet no NULL stream while queues are idle.
  /// None gets behind the grid that launched it.
  Queue& child_queue(const Item& item);
  void start_next(Queue& queue);
  void begins(Index i);
  /// Starts blocks in order, the oldest grid's first, as long as there is room.
  void dispatch(Device& device);
  void start_blocks(Device& device, Index i, Segment& segment, std::uint32_t count);
  void work_done(Device& device);
  /// The batch has come to the end of its blocks' work.
  void all_work_done(const Batch& batch);
  /// A launching block ends when its work is done and its slowest launcher has caught up.
  void end_launcher(Index launcher);
  void block_ends(Index launcher) { blocks_ended(launchers_[launcher].grid, 1); }
  void blocks_ended(Index i, std::uint32_t count);
  /// When the device's heap has answered all calls of a grid whose work is done. It may have begun
  /// with them when the grid started.
  double heap_serves(const Item& item);

  // Grids that start before earlier ones are complete: early_start.cpp.
  void link_early_starts(Index i);
  /// In order; the last one ends with the blocks.
  static std::vector<Part> parts_of(const Item& item, const Segment& segment);
  /// The batch has come to the end of a part that is not its last.
  void part_done(const Batch& batch, const std::vector<Part>& parts);
  void start_next_part(Batch batch);
  /// So many blocks have triggered, or ended without.
  void released(Index i, std::uint32_t count);
  /// One of the grids is complete that `i` may overlap.
  void earlier_complete(Index i);

  // Completion (N2): completion.cpp.
  void threads_done(Index i);
  void joins_after_children(Index i);
  void joins(Index i);
  /// The item is done with everything; a child's parent hears of it through its block's queue.
  void completes(Index i);
  void complete(Index i);
  void tell_parent(const Item& item);
  /// By way of an event: a chain of 100,000 tails completes without recursion.
  void completes_later(Index i);

  // What belongs to what.
  Index index_of(WorkId id) const;
  std::uint64_t order_of(Index i) const;
  Device& device_of(const Item& item) { return devices_[static_cast<std::size_t>(item.device)]; }

  Run& run_;
  std::vector<Item> items_;
  std::vector<Index> by_thread_;  // children, sorted by launching grid, block, thread, order
  std::vector<Launcher> launchers_;
  std::vector<Index> waiters_begin_, waiters_;
  std::vector<HostStep> host_steps_;
  std::size_t next_step_ = 0;
  double host_ns_ = 0;
  std::uint32_t host_open_ = 0;  // issued by the host and not complete
  bool host_blocked_ = false;

  std::vector<Device> devices_;
  std::vector<Event> events_;  // a heap
  std::uint64_t serial_ = 0;
  double now_ = 0, last_complete_ = 0;
};

}  // namespace emu::report::clock
