// Before the replay: which items there are, what they wait for, and who launched what.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "report/clock/replay.h"
#include "report/costs.h"

namespace emu::report::clock {

using Way = GraphRun::Way;

Index Replay::index_of(WorkId id) const {
  const std::size_t at = (id & kCopyBit) != 0 ? run_.launches.size() + (id & ~kCopyBit) : id;
  return at == 0 || at > items_.size() ? kNone : static_cast<Index>(at - 1);
}

std::uint64_t Replay::order_of(Index i) const {
  return items_[i].launch != nullptr ? items_[i].launch->order : items_[i].copy->order;
}

template <class Work>
void Replay::set(Item& item, Work& work) {
  work.time = {};
  item.origin = &work.origin;
  item.time = &work.time;
  item.stream = work.stream;
  item.device = std::max(0, static_cast<int>(work.device));
  item.parent = work.origin.parent == kHostId ? kNone : index_of(work.origin.parent);
  if (work.graph != 0 && work.graph <= run_.graphs.size())
    item.graph = &run_.graphs[work.graph - 1];
  item.begins_graph = item.graph != nullptr && item.graph->begins == work.id;
  // What else is in graphs waits for what the device has done.
  item.issued_by_host = item.parent == kNone && (!item.graph || item.graph->way == Way::kHost);
  if (item.parent == kNone && !item.issued_by_host) item.missing = 0;
}

void Replay::make_items() {
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

Launcher& Replay::launcher_of(std::size_t k) {
  Item& child = items_[by_thread_[k]];
  const std::uint32_t block = child.origin->parent_block_index;
  if (launchers_.empty() || launchers_.back().grid != child.parent ||
      launchers_.back().block != block) {
    Item& parent = items_[child.parent];
    if (parent.launchers++ == 0) parent.first_launcher = static_cast<Index>(launchers_.size());
    Launcher launcher;
    launcher.grid = child.parent;
    launcher.block = block;
    launcher.first_child = static_cast<Index>(k);
    launchers_.push_back(launcher);
  }
  child.launcher = static_cast<Index>(launchers_.size() - 1);
  return launchers_.back();
}

void Replay::link_child(std::size_t k) {
  const Item& child = items_[by_thread_[k]];
  Launcher& launcher = launcher_of(k);
  if (launcher.children != 0) {
    Item& before = items_[by_thread_[k - 1]];
    if (before.origin->parent_thread_index == child.origin->parent_thread_index)
      before.next_of_thread = by_thread_[k];
  }
  ++launcher.children;
  ++launcher.not_issued;
  launcher.last_cycles = std::max(launcher.last_cycles, child.origin->parent_cycles);
}

void Replay::count_child(Index i) {
  Item &child = items_[i], &parent = items_[child.parent];
  if (child.stream == StreamKind::kTail) {
    ++parent.tails_left;
    ++child.missing;
    return;
  }
  ++parent.children_left;
  if (!is_event(child)) parent.has_children = true;
}

void Replay::link_children() {
  for (Index i = 0; i < items_.size(); ++i) {
    if (items_[i].parent != kNone) by_thread_.push_back(i);
  }
  std::sort(by_thread_.begin(), by_thread_.end(), [this](Index a, Index b) {
    const Origin &x = *items_[a].origin, &y = *items_[b].origin;
    return std::tuple(x.parent, x.parent_block_index, x.parent_thread_index, order_of(a)) <
           std::tuple(y.parent, y.parent_block_index, y.parent_thread_index, order_of(b));
  });
  for (std::size_t k = 0; k < by_thread_.size(); ++k) {
    link_child(k);
    count_child(by_thread_[k]);
  }
}

void Replay::link_waits() {
  std::vector<std::pair<Index, Index>> edges;
  for (Index i = 0; i < items_.size(); ++i) {
    link_early_starts(i);
    const auto& waits =
        items_[i].launch != nullptr ? items_[i].launch->waits_for : items_[i].copy->waits_for;
    for (const WorkId id : waits) {
      const Index before = index_of(id);
      // What was issued later cannot be waited for; dropping such an edge keeps the replay going.
      // The end of a graph, which was issued with it, waits for graphs that it has launched.
      if (before == kNone || (order_of(before) >= order_of(i) && !items_[i].graph)) continue;
      edges.emplace_back(before, i);
      ++items_[i].missing;
      items_[i].follows |= items_[i].parent != kNone && items_[i].stream == StreamKind::kNull &&
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

void Replay::order_host() {
  for (Index i = 0; i < items_.size(); ++i) {
    if (items_[i].issued_by_host) host_steps_.push_back({order_of(i), i, nullptr});
  }
  for (HostWait& wait : run_.host_waits) host_steps_.push_back({wait.order, kNone, &wait});
  std::stable_sort(host_steps_.begin(), host_steps_.end(),
                   [](const HostStep& a, const HostStep& b) { return a.order < b.order; });
}

}  // namespace emu::report::clock
