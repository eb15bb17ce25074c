// Grids that may start before earlier ones are complete (Q1): where their blocks trigger and wait,
// and what comes of it.
#include <utility>

#include "report/clock/replay.h"

namespace emu::report::clock {

void Replay::link_early_starts(Index i) {
  if (items_[i].launch == nullptr) return;
  for (const WorkId id : items_[i].launch->overlaps) {
    const Index before = index_of(id);
    if (before == kNone || order_of(before) >= order_of(i)) continue;
    items_[before].early_dependents.push_back(i);
    items_[i].may_overlap = true;
    ++items_[i].earlier_left;
    ++items_[i].missing;
  }
}

std::vector<Part> Replay::parts_of(const Item& item, const Segment& segment) {
  std::vector<Part> parts;
  if (item.may_overlap && segment.wait >= 0) parts.push_back({segment.wait, Part::End::kWait});
  if (!item.early_dependents.empty() && segment.trigger >= 0)
    parts.push_back({segment.trigger, Part::End::kTrigger});
  if (parts.size() == 2 && parts[1].end < parts[0].end) std::swap(parts[0], parts[1]);
  parts.push_back({segment.cycles, Part::End::kBlock});
  return parts;
}

void Replay::part_done(const Batch& batch, const std::vector<Part>& parts) {
  Item& item = items_[batch.grid];
  if (parts[batch.piece].by == Part::End::kTrigger)
    released(batch.grid, batch.count);
  else if (item.earlier_left != 0)
    return item.parked.push_back(batch);
  start_next_part(batch);
}

void Replay::start_next_part(Batch batch) {
  const Item& item = items_[batch.grid];
  const std::vector<Part> parts = parts_of(item, item.segments[batch.segment]);
  const double from = parts[batch.piece].end;
  batch.cycles = parts[++batch.piece].end - from;
  Multiprocessors& multiprocessors = device_of(item).multiprocessors;
  multiprocessors.release(batch.room);  // which they keep
  multiprocessors.start(now_, batch);
}

void Replay::released(Index i, std::uint32_t count) {
  Item& item = items_[i];
  item.unreleased -= count;
  if (item.unreleased != 0) return;
  for (const Index dependent : item.early_dependents) post(now_, What::kConditionMet, dependent);
}

void Replay::earlier_complete(Index i) {
  Item& item = items_[i];
  if (--item.earlier_left != 0) return;
  if (!item.parked.empty()) item.time->waited_ns = whole(now_);
  for (const Batch& batch : std::exchange(item.parked, {})) start_next_part(batch);
  if (item.is_held) completes_later(i);
}

}  // namespace emu::report::clock
