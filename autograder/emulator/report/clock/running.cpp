// From ready to the end of the last block: a queue for grids, then room for blocks.
#include <algorithm>

#include "report/clock/replay.h"
#include "report/costs.h"

namespace emu::report::clock {

namespace {

/// The host's grids have queues of their own and go to a free one.
Queue& host_queue(Device& device) {
  const auto free = std::ranges::find(device.host_queues, false, &Queue::busy);
  if (free != device.host_queues.end()) return *free;
  return device.host_queues[device.next_host++ % card::kGridsAtOnce];
}

/// First in its queue → the first block runs.
double beginning_of(const Item& item) {
  if (item.graph) return costs::kNodeBegins;
  return item.may_overlap ? costs::kBeginEarly : costs::kBegin;
}

double duration_of(const Copy& copy) {
  const double rate = costs::bytes_per_ns(copy.way);
  return rate > 0 ? costs::copy_begins(copy) + static_cast<double>(copy.bytes) / rate : 0;
}

}  // namespace

void Replay::condition_met(Index i) {
  Item& item = items_[i];
  if (--item.missing != 0) return;
  // Neither the host nor a thread launches this; the graph has come to it.
  if (item.parent == kNone && !item.issued_by_host) item.time->launched_ns = whole(now_);
  if (item.copy != nullptr) {
    item.time->start_ns = whole(now_);
    return post(now_ + duration_of(*item.copy), What::kDone, i);
  }
  item.queue = item.parent == kNone ? &host_queue(device_of(item)) : &child_queue(item);
  item.queue->waiting.push_back(i);
  start_next(*item.queue);
}

Queue& Replay::child_queue(const Item& item) {
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

void Replay::start_next(Queue& queue) {
  if (queue.busy || queue.waiting.empty()) return;
  queue.busy = true;
  const Index next = queue.waiting.front();
  post(now_ + beginning_of(items_[next]), What::kBegins, next);
  queue.waiting.pop_front();
}

void Replay::begins(Index i) {
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
  item.unreleased = item.blocks_left;
  item.first_block = device_of(item).blocks_begun;
  device_of(item).blocks_begun += blocks;
  device_of(item).dispatching.push_back(i);
  dispatch(device_of(item));
}

void Replay::dispatch(Device& device) {
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

void Replay::start_blocks(Device& device, Index i, Segment& segment, std::uint32_t count) {
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
  batch.cycles = parts_of(item, segment).front().end;
  batch.demand = segment.demand * count;
  device.multiprocessors.start(now_, batch);
  segment.count -= count;
  if (segment.count == 0) ++item.next_segment;
  if (segment.launcher != kNone) block_starts(item.first_launcher + segment.launcher);
}

void Replay::work_done(Device& device) {
  const Batch batch = device.multiprocessors.take_done(now_);
  const Item& item = items_[batch.grid];
  const std::vector<Part> parts = parts_of(item, item.segments[batch.segment]);
  if (batch.piece + 1 < parts.size()) return part_done(batch, parts);
  all_work_done(batch);
}

void Replay::all_work_done(const Batch& batch) {
  Item& item = items_[batch.grid];
  if (item.segments[batch.segment].trigger < 0) released(batch.grid, batch.count);
  const std::uint32_t launcher = item.segments[batch.segment].launcher;
  if (launcher == kNone) return blocks_ended(batch.grid, batch.count);
  Launcher& block = launchers_[item.first_launcher + launcher];
  block.work_done = now_;
  if (block.not_issued == 0) end_launcher(item.first_launcher + launcher);
}

void Replay::end_launcher(Index launcher) {
  const Launcher& block = launchers_[launcher];
  post(block.work_done + block.held_up, What::kBlockEnds, launcher);
}

double Replay::heap_serves(const Item& item) {
  if (item.launch->heap_calls == 0) return 0;
  double& free = device_of(item).heap_free;
  const double begin = std::max(free, static_cast<double>(item.time->start_ns));
  return free = begin + costs::kHeapCall * static_cast<double>(item.launch->heap_calls);
}

void Replay::blocks_ended(Index i, std::uint32_t count) {
  Item& item = items_[i];
  device_of(item).multiprocessors.release(item.room_per_block * count);
  item.blocks_left -= count;
  if (item.blocks_left == 0) {
    const double end = std::max(now_, heap_serves(item));
    item.time->end_ns = whole(end);
    post(end + (item.graph ? costs::kNodeEnds : costs::kEnd), What::kThreadsDone, i);
  }
  dispatch(device_of(item));
}

}  // namespace emu::report::clock
