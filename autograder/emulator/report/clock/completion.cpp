// After the threads of a grid: children join, tails run, and whoever waits is told (N2).
#include <algorithm>

#include "report/clock/replay.h"
#include "report/costs.h"

namespace emu::report::clock {

namespace {

bool touches_memory(const Item& item) {
  return item.launch != nullptr && item.launch->touches_memory;
}

/// From the completion of an item to the start of what waits for it.
double gap_after(const Item& item) {
  if (item.stream == StreamKind::kTail) return costs::kTailGap + item.pool * costs::kPoolReady;
  const bool child = item.parent != kNone;
  return child && touches_memory(item) ? costs::kStreamGapAfterMemory : costs::kStreamGap;
}

/// An event behind the work is there at once; what waits for the event bears the gap. Within a
/// graph only its first nodes bear one.
double gap_between(const Item& item, const Item& waiter) {
  if (waiter.graph != nullptr && waiter.parent == kNone)
    return item.begins_graph ? costs::graph_begins(item.graph->way) : 0;
  return is_event(waiter) ? 0 : gap_after(item);
}

}  // namespace

void Replay::threads_done(Index i) {
  Item& item = items_[i];
  item.threads_done = true;
  item.segments = {};
  item.queue->busy = false;
  start_next(*item.queue);
  if (item.children_left == 0) joins_after_children(i);
}

void Replay::joins_after_children(Index i) {
  if (items_[i].has_children) return post(now_ + costs::kJoin, What::kJoins, i);
  joins(i);
}

void Replay::joins(Index i) {
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

void Replay::completes(Index i) {
  Item& item = items_[i];
  item.is_held = item.earlier_left != 0;
  if (item.is_held) return;
  if (item.copy != nullptr) item.time->end_ns = whole(now_);
  if (item.parent == kNone) {
    return post(now_ + costs::tree_done(item.grids_times_pool, item.pool_of_tree), What::kKnown, i);
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

void Replay::complete(Index i) {
  Item& item = items_[i];
  item.complete = true;
  item.time->complete_ns = whole(now_);
  last_complete_ = std::max(last_complete_, now_);
  for (Index w = waiters_begin_[i]; w < waiters_begin_[i + 1]; ++w)
    post(now_ + gap_between(item, items_[waiters_[w]]), What::kConditionMet, waiters_[w]);
  for (const Index dependent : item.early_dependents) earlier_complete(dependent);
  if (item.issued_by_host) --host_open_;
  if (host_blocked_) host_goes_on();
  if (item.parent != kNone) tell_parent(item);
}

void Replay::tell_parent(const Item& item) {
  Item& parent = items_[item.parent];
  if (item.stream == StreamKind::kTail) {
    if (--parent.tails_left == 0 && parent.joined) completes_later(item.parent);
  } else if (--parent.children_left == 0 && parent.threads_done) {
    joins_after_children(item.parent);
  }
}

void Replay::completes_later(Index i) { post(now_, What::kDone, i); }

}  // namespace emu::report::clock
