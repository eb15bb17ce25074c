// The replay of a record against the virtual clock; see timeline.h for what it is, costs.h for the
// stations that a launch passes.
//
// Every launch and copy is an item. An item is ready when its launch has passed the queues and
// nothing that it waits for is incomplete; it runs; its threads are done; its children join (N1);
// its tails run (T2, T3); it is complete, and whatever waits for it may go on (N4).
#include "report/timeline.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "card/numbers.h"
#include "report/costs.h"
#include "report/multiprocessors.h"
#include "report/segments.h"

namespace emu::report {
namespace {

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
  Index parent = kNobody;

  // What it waits for.
  std::uint32_t missing = 1;  // its own launch, predecessors, for a tail the parent's join
  Queue* queue = nullptr;     // of its device, once it is ready

  // As a child: its place among those that its block launches.
  Index launcher = kNobody;        // index of its parent's block
  Index next_of_thread = kNobody;  // the same thread's next launch
  bool follows = false;            // another child of its block in the NULL stream
  double held_up = 0;              // ns that its thread has lost to launching until it returned

  // As a grid.
  std::vector<Segment> segments;
  std::uint32_t next_segment = 0;
  std::uint64_t blocks_left = 0;
  std::uint64_t first_block = 0;  // its first among all blocks of the device, as they begin
  std::int64_t room_per_block = 0;
  Index first_launcher = kNobody;  // its launching blocks are consecutive
  std::uint32_t launchers = 0;
  std::uint32_t children_left = 0, tails_left = 0;
  bool has_children = false, has_started = false;
  bool threads_done = false, joined = false, complete = false;
  double pool = 0;              // costs::of_pool where it was launched
  double pool_of_tree = 0;      // the largest of its descendants' …
  double grids_times_pool = 0;  // … and the sum for those that accessed memory
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

class Replay {
 public:
  explicit Replay(Run& run) : run_(run) {
    make_items();
    link_children();
    link_waits();
    order_host();
  }

  void play() {
    post(0, What::kHostGoesOn, 0);
    for (;;) {
      Device* soonest = nullptr;
      double at = events_.empty() ? kNever : events_.front().at;
      for (Device& device : devices_) {
        const double done = device.multiprocessors.next_done();
        if (done < at) at = done, soonest = &device;
      }
      if (at == kNever) break;
      now_ = at;
      if (soonest != nullptr) {
        work_done(*soonest);
      } else {
        handle(take());
      }
    }
    run_.virtual_ns = whole(std::max(host_ns_, last_complete_ + costs::kHostSees));
    if (items_.empty()) run_.virtual_ns = 0;
  }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  static std::uint64_t whole(double ns) { return static_cast<std::uint64_t>(std::llround(ns)); }

  // ---- Setting up -------------------------------------------------------------------------------

  Index index_of(WorkId id) const {
    const std::size_t at = (id & kCopyBit) != 0 ? run_.launches.size() + (id & ~kCopyBit) : id;
    return at == 0 || at > items_.size() ? kNobody : static_cast<Index>(at - 1);
  }

  void make_items() {
    items_.resize(run_.launches.size() + run_.copies.size());
    int devices = 1;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      if (i < run_.launches.size()) {
        set(item, run_.launches[i]);
        item.launch = &run_.launches[i];
        item.pool = costs::of_pool(item.launch->places);
        item.room_per_block = Multiprocessors::room_for(*item.launch);
      } else {
        set(item, run_.copies[i - run_.launches.size()]);
        item.copy = &run_.copies[i - run_.launches.size()];
      }
      devices = std::max(devices, item.device + 1);
    }
    devices_.resize(static_cast<std::size_t>(devices));
  }

  template <class Work>
  void set(Item& item, Work& work) {
    work.time = {};
    item.origin = &work.origin;
    item.time = &work.time;
    item.stream = work.stream;
    item.device = std::max(0, static_cast<int>(work.device));
    item.parent = work.origin.parent == kHostId ? kNobody : index_of(work.origin.parent);
  }

  std::uint64_t order_of(Index i) const {
    return items_[i].launch != nullptr ? items_[i].launch->order : items_[i].copy->order;
  }

  /// Sorts what device code launched by launching grid, block and thread, and links it up.
  void link_children() {
    for (Index i = 0; i < items_.size(); ++i) {
      if (items_[i].parent != kNobody) by_thread_.push_back(i);
    }
    std::sort(by_thread_.begin(), by_thread_.end(), [this](Index a, Index b) {
      const Origin &x = *items_[a].origin, &y = *items_[b].origin;
      return std::tuple(x.parent, x.parent_block_index, x.parent_thread_index, order_of(a)) <
             std::tuple(y.parent, y.parent_block_index, y.parent_thread_index, order_of(b));
    });
    for (std::size_t k = 0; k < by_thread_.size(); ++k) link_child(k);
  }

  void link_child(std::size_t k) {
    Item& child = items_[by_thread_[k]];
    Item& parent = items_[child.parent];
    const Origin& origin = *child.origin;
    if (launchers_.empty() || launchers_.back().grid != child.parent ||
        launchers_.back().block != origin.parent_block_index) {
      if (parent.launchers++ == 0) parent.first_launcher = static_cast<Index>(launchers_.size());
      Launcher launcher;
      launcher.grid = child.parent;
      launcher.block = origin.parent_block_index;
      launcher.first_child = static_cast<Index>(k);
      launchers_.push_back(launcher);
    }
    Launcher& launcher = launchers_.back();
    child.launcher = static_cast<Index>(launchers_.size() - 1);
    if (launcher.children != 0) {
      Item& before = items_[by_thread_[k - 1]];
      if (before.origin->parent_thread_index == origin.parent_thread_index) {
        before.next_of_thread = by_thread_[k];
      }
    }
    ++launcher.children;
    ++launcher.not_issued;
    launcher.last_cycles = std::max(launcher.last_cycles, origin.parent_cycles);
    if (child.stream == StreamKind::kTail) {
      ++parent.tails_left;
      ++child.missing;
    } else {
      ++parent.children_left;
      if (!is_event(child)) parent.has_children = true;
    }
  }

  /// Turns "waits for" around: who has to be told when an item is complete.
  void link_waits() {
    std::vector<std::pair<Index, Index>> edges;
    for (Index i = 0; i < items_.size(); ++i) {
      const auto& waits =
          items_[i].launch != nullptr ? items_[i].launch->waits_for : items_[i].copy->waits_for;
      for (const WorkId id : waits) {
        const Index before = index_of(id);
        // What was issued later cannot be waited for; dropping such an edge keeps the replay going.
        if (before == kNobody || order_of(before) >= order_of(i)) continue;
        edges.emplace_back(before, i);
        ++items_[i].missing;
        items_[i].follows |= items_[i].parent != kNobody && items_[i].stream == StreamKind::kNull &&
                             items_[before].launcher == items_[i].launcher;
      }
    }
    std::stable_sort(edges.begin(), edges.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    waiters_begin_.assign(items_.size() + 1, 0);
    for (const auto& edge : edges) ++waiters_begin_[edge.first + 1];
    std::partial_sum(waiters_begin_.begin(), waiters_begin_.end(), waiters_begin_.begin());
    for (const auto& edge : edges) waiters_.push_back(edge.second);
  }

  struct HostStep {
    std::uint64_t order;
    Index item;  // kNobody: a wait
    HostWait* wait;
  };

  void order_host() {
    for (Index i = 0; i < items_.size(); ++i) {
      if (items_[i].parent == kNobody) host_steps_.push_back({order_of(i), i, nullptr});
    }
    for (HostWait& wait : run_.host_waits) host_steps_.push_back({wait.order, kNobody, &wait});
    std::stable_sort(host_steps_.begin(), host_steps_.end(),
                     [](const HostStep& a, const HostStep& b) { return a.order < b.order; });
  }

  // ---- Events -----------------------------------------------------------------------------------

  void post(double at, What what, Index index) {
    events_.push_back({std::max(at, now_), serial_++, index, what});
    std::push_heap(events_.begin(), events_.end(), std::greater<>());
  }

  Event take() {
    std::pop_heap(events_.begin(), events_.end(), std::greater<>());
    const Event event = events_.back();
    events_.pop_back();
    return event;
  }

  void handle(const Event& event) {
    switch (event.what) {
      case What::kHostGoesOn:
        return host_goes_on();
      case What::kArrivesAtBlockQueue:
        return arrives_at_block_queue(event.index);
      case What::kArrivesAtDeviceQueue:
        return arrives_at_device_queue(event.index);
      case What::kConditionMet:
        return condition_met(event.index);
      case What::kBegins:
        return begins(event.index);
      case What::kBlockEnds:
        return block_ends(event.index);
      case What::kThreadsDone:
        return threads_done(event.index);
      case What::kDone:
        return completes(event.index);
      case What::kKnown:
        return complete(event.index);
      case What::kJoins:
        return joins(event.index);
    }
  }

  // ---- The host ---------------------------------------------------------------------------------

  /// Issues work until it has to wait. `host_ns_` may run ahead of the clock, never of a wait.
  void host_goes_on() {
    while (next_step_ < host_steps_.size()) {
      const HostStep& step = host_steps_[next_step_];
      if (step.wait != nullptr) {
        if (host_ns_ > now_) return post(host_ns_, What::kHostGoesOn, 0);
        if (!host_blocked_) step.wait->begin_ns = whole(host_ns_);
        if (!host_may_pass(*step.wait)) return;
        step.wait->time_ns = whole(host_ns_);
      } else {
        items_[step.item].time->launched_ns = whole(host_ns_);
        host_ns_ += is_event(items_[step.item]) ? costs::kEventCall : costs::kHostCall;
        ++host_open_;
        post(host_ns_, What::kConditionMet, step.item);
      }
      ++next_step_;
    }
  }

  /// True when all that the host waits for is complete; otherwise `complete` calls again.
  bool host_may_pass(const HostWait& wait) {
    bool open = wait.everything && host_open_ != 0;
    for (const WorkId id : wait.waits_for) {
      const Index i = index_of(id);
      open = open || (i != kNobody && order_of(i) < wait.order && !items_[i].complete);
    }
    if (!open && host_blocked_) {
      host_ns_ = std::max(host_ns_, now_ + costs::kHostSees);
      host_blocked_ = false;
    } else if (open) {
      host_blocked_ = true;
    }
    return !open;
  }

  static bool is_event(const Item& item) {
    return item.copy != nullptr && item.copy->way == Copy::Way::kNothing;
  }

  // ---- A launch on its way ----------------------------------------------------------------------

  double after(std::uint64_t cycles, int device) const {
    return static_cast<double>(cycles) / costs::kCyclesPerNs *
           devices_[static_cast<std::size_t>(device)].multiprocessors.slowdown();
  }

  void block_starts(Index launcher) {
    const Launcher& l = launchers_[launcher];
    for (Index k = l.first_child; k < l.first_child + l.children; ++k) {
      const Item& child = items_[by_thread_[k]];
      const bool first_of_thread =
          k == l.first_child || items_[by_thread_[k - 1]].next_of_thread != by_thread_[k];
      if (!first_of_thread) continue;
      const double at = now_ + after(child.origin->parent_cycles, items_[l.grid].device);
      post(at, What::kArrivesAtBlockQueue, by_thread_[k]);
    }
  }

  void arrives_at_block_queue(Index i) {
    Item& item = items_[i];
    item.time->launched_ns = whole(now_);
    item.held_up -= now_;  // completed by `issued`
    if (is_event(item)) return issued(i, now_, now_ + costs::kEventCall);
    Launcher& launcher = launchers_[item.launcher];
    const double start = std::max(now_, launcher.queue_free);
    launcher.queue_free = start + costs::launching(item.stream, item.follows).block;
    post(start, What::kArrivesAtDeviceQueue, i);
  }

  void arrives_at_device_queue(Index i) {
    Item& item = items_[i];
    const costs::Launching& cost = costs::launching(item.stream, item.follows);
    Device& device = device_of(items_[item.parent]);
    const double start = std::max(now_, device.queue_free);
    device.queue_free = start + cost.device;
    const double pool = item.stream == StreamKind::kTail ? 0 : item.pool * costs::kPoolReady;
    issued(i, start + costs::kReady + pool, start + cost.call);
  }

  /// The item has been handed over: it is ready at `ready`, its thread goes on at `returns`.
  void issued(Index i, double ready, double returns) {
    Item& item = items_[i];
    post(ready, What::kConditionMet, i);
    item.held_up += returns;
    Launcher& launcher = launchers_[item.launcher];
    launcher.held_up = std::max(launcher.held_up, item.held_up);
    if (item.next_of_thread != kNobody) launch_next(item, returns);
    if (--launcher.not_issued == 0 && launcher.work_done >= 0) end_launcher(item.launcher);
  }

  void launch_next(const Item& item, double returns) {
    Item& next = items_[item.next_of_thread];
    next.held_up = item.held_up;
    const std::uint64_t from = item.origin->parent_cycles, to = next.origin->parent_cycles;
    const double at = returns + after(to > from ? to - from : 0, item.device);
    post(at, What::kArrivesAtBlockQueue, item.next_of_thread);
  }

  // ---- Running ----------------------------------------------------------------------------------

  Device& device_of(const Item& item) { return devices_[static_cast<std::size_t>(item.device)]; }

  void condition_met(Index i) {
    Item& item = items_[i];
    if (--item.missing != 0) return;
    if (item.copy != nullptr) {
      item.time->start_ns = whole(now_);
      const double rate = costs::bytes_per_ns(item.copy->way);
      const double bytes = static_cast<double>(item.copy->bytes);
      const double begins = costs::copy_begins(item.copy->way);
      return post(now_ + (rate > 0 ? begins + bytes / rate : 0), What::kDone, i);
    }
    item.queue = item.parent == kNobody ? &host_queue(device_of(item)) : &child_queue(item);
    item.queue->waiting.push_back(i);
    start_next(*item.queue);
  }

  /// The queue of a child. A NULL stream belongs to a block, and the blocks have their queues in
  /// turn, in the order in which they start; other children go to the queues in turn themselves,
  /// from the last one down: the few of a small program meet no NULL stream while queues are idle.
  /// None gets behind the grid that launched it.
  Queue& child_queue(const Item& item) {
    Device& device = device_of(item);
    const Item& parent = items_[item.parent];
    const bool named = item.stream == StreamKind::kNamed;
    const std::size_t count = named ? card::kNamedGridsAtOnce : card::kGridsAtOnce;
    std::size_t turn = parent.first_block + item.origin->parent_block_index;
    if (item.stream != StreamKind::kNull)
      turn = count - 1 - (named ? device.next_named++ : device.next++) % count;
    Queue& queue = device.queues[turn % count];
    return &queue == parent.queue ? device.queues[(turn + 1) % count] : queue;
  }

  /// The host's grids have queues of their own and go to a free one.
  static Queue& host_queue(Device& device) {
    const auto free = std::ranges::find(device.host_queues, false, &Queue::busy);
    if (free != device.host_queues.end()) return *free;
    return device.host_queues[device.next_host++ % card::kGridsAtOnce];
  }

  void start_next(Queue& queue) {
    if (queue.busy || queue.waiting.empty()) return;
    queue.busy = true;
    post(now_ + costs::kBegin, What::kBegins, queue.waiting.front());
    queue.waiting.pop_front();
  }

  void begins(Index i) {
    Item& item = items_[i];
    std::vector<LaunchingBlock> launching;
    for (Index l = item.first_launcher; l < item.first_launcher + item.launchers; ++l) {
      launching.push_back({launchers_[l].block, launchers_[l].last_cycles});
    }
    const Extent& grid = item.launch->grid;
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    const double resident = Multiprocessors::resident(*item.launch);
    item.segments = cut(item.launch->work, blocks, launching,
                        std::min(resident, std::ceil(double(blocks) / card::kMultiprocessors)));
    for (const Segment& s : item.segments) item.blocks_left += s.count;
    item.first_block = device_of(item).blocks_begun;
    device_of(item).blocks_begun += blocks;
    device_of(item).dispatching.push_back(i);
    dispatch(device_of(item));
  }

  /// Starts blocks in order, the oldest grid's first, as long as there is room.
  void dispatch(Device& device) {
    while (!device.dispatching.empty()) {
      const Index i = device.dispatching.front();
      Item& item = items_[i];
      if (item.next_segment == item.segments.size()) {
        device.dispatching.pop_front();
        continue;
      }
      Segment& segment = item.segments[item.next_segment];
      const std::uint32_t count =
          std::min(segment.count, device.multiprocessors.fitting(item.room_per_block));
      if (count == 0) return;
      start_blocks(device, i, segment, count);
    }
  }

  void start_blocks(Device& device, Index i, Segment& segment, std::uint32_t count) {
    Item& item = items_[i];
    if (!item.has_started) {
      item.has_started = true;
      item.time->start_ns = whole(now_);
    }
    Batch batch;
    batch.grid = i;
    batch.segment = item.next_segment;
    batch.count = count;
    batch.room = item.room_per_block * count;
    batch.cycles = segment.cycles;
    batch.demand = segment.demand * count;
    device.multiprocessors.start(now_, batch);
    segment.count -= count;
    if (segment.count == 0) ++item.next_segment;
    if (segment.launcher != kNobody) block_starts(item.first_launcher + segment.launcher);
  }

  void work_done(Device& device) {
    const Batch batch = device.multiprocessors.take_done(now_);
    Item& item = items_[batch.grid];
    const std::uint32_t launcher = item.segments[batch.segment].launcher;
    if (launcher == kNobody) return blocks_ended(batch.grid, batch.count);
    Launcher& block = launchers_[item.first_launcher + launcher];
    block.work_done = now_;
    if (block.not_issued == 0) end_launcher(item.first_launcher + launcher);
  }

  /// A launching block ends when its work is done and its slowest launcher has caught up.
  void end_launcher(Index launcher) {
    const Launcher& block = launchers_[launcher];
    post(block.work_done + block.held_up, What::kBlockEnds, launcher);
  }

  void block_ends(Index launcher) { blocks_ended(launchers_[launcher].grid, 1); }

  void blocks_ended(Index i, std::uint32_t count) {
    Item& item = items_[i];
    device_of(item).multiprocessors.give_back(item.room_per_block * count);
    item.blocks_left -= count;
    if (item.blocks_left == 0) {
      const double end = std::max(now_, heap_serves(item));
      item.time->end_ns = whole(end);
      post(end + costs::kEnd, What::kThreadsDone, i);
    }
    dispatch(device_of(item));
  }

  /// When the device's heap has answered all calls of a grid whose work is done. It may have begun
  /// with them when the grid started.
  double heap_serves(const Item& item) {
    if (item.launch->heap_calls == 0) return 0;
    double& free = device_of(item).heap_free;
    const double begin = std::max(free, static_cast<double>(item.time->start_ns));
    return free = begin + costs::kHeapCall * static_cast<double>(item.launch->heap_calls);
  }

  // ---- Completion (N2) --------------------------------------------------------------------------

  void threads_done(Index i) {
    Item& item = items_[i];
    item.threads_done = true;
    item.segments = {};
    item.queue->busy = false;
    start_next(*item.queue);
    if (item.children_left == 0) joins_after_children(i);
  }

  void joins_after_children(Index i) {
    if (items_[i].has_children) return post(now_ + costs::kJoin, What::kJoins, i);
    joins(i);
  }

  void joins(Index i) {
    Item& item = items_[i];
    item.joined = true;
    if (item.tails_left == 0) return completes(i);
    for (Index l = item.first_launcher; l < item.first_launcher + item.launchers; ++l) {
      const Launcher& block = launchers_[l];
      for (Index k = block.first_child; k < block.first_child + block.children; ++k) {
        if (items_[by_thread_[k]].stream != StreamKind::kTail) continue;
        post(now_ + costs::kFirstTailGap + items_[by_thread_[k]].pool * costs::kPoolReady,
             What::kConditionMet, by_thread_[k]);
      }
    }
  }

  /// The item is done with everything; a child's parent hears of it through its block's queue.
  void completes(Index i) {
    Item& item = items_[i];
    if (item.copy != nullptr) item.time->end_ns = whole(now_);
    if (item.parent == kNobody) {
      return post(now_ + costs::tree_done(item.grids_times_pool, item.pool_of_tree), What::kKnown,
                  i);
    }
    Item& parent = items_[item.parent];
    parent.pool_of_tree = std::max({parent.pool_of_tree, item.pool_of_tree, item.pool});
    parent.grids_times_pool += item.grids_times_pool + (touches_memory(item) ? item.pool : 0);
    if (item.stream == StreamKind::kTail || is_event(item)) return complete(i);
    const costs::Launching& cost = costs::launching(item.stream, item.follows);
    double& block = launchers_[item.launcher].queue_free;
    double& device = device_of(items_[item.parent]).queue_free;
    block = std::max(now_, block) + cost.complete;
    if (touches_memory(item)) device = std::max(now_, device) + cost.memory * item.pool;
    post(touches_memory(item) ? std::max(block, device) : block, What::kKnown, i);
  }

  static bool touches_memory(const Item& item) {
    return item.launch != nullptr && item.launch->touches_memory;
  }

  /// From the completion of an item to the start of what waits for it.
  static double gap_after(const Item& item) {
    if (item.stream == StreamKind::kTail) return costs::kTailGap + item.pool * costs::kPoolReady;
    const bool child = item.parent != kNobody;
    return child && touches_memory(item) ? costs::kStreamGapAfterMemory : costs::kStreamGap;
  }

  void complete(Index i) {
    Item& item = items_[i];
    item.complete = true;
    item.time->complete_ns = whole(now_);
    last_complete_ = std::max(last_complete_, now_);
    const double gap = gap_after(item);
    for (Index w = waiters_begin_[i]; w < waiters_begin_[i + 1]; ++w) {
      // An event behind the work is there at once; what waits for the event bears the gap.
      post(now_ + (is_event(items_[waiters_[w]]) ? 0 : gap), What::kConditionMet, waiters_[w]);
    }
    if (item.parent == kNobody) --host_open_;
    if (host_blocked_) host_goes_on();
    if (item.parent != kNobody) tell_parent(item);
  }

  void tell_parent(const Item& item) {
    Item& parent = items_[item.parent];
    if (item.stream == StreamKind::kTail) {
      if (--parent.tails_left == 0 && parent.joined) completes_later(item.parent);
    } else if (--parent.children_left == 0 && parent.threads_done) {
      joins_after_children(item.parent);
    }
  }

  /// By way of an event: a chain of 100,000 tails completes without recursion.
  void completes_later(Index i) { post(now_, What::kDone, i); }

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

}  // namespace

void compute_times(Run& run) { Replay(run).play(); }

}  // namespace emu::report
