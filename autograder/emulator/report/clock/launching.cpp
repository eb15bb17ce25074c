// A child's launch on its way: through its block's queue and its device's.
#include <algorithm>

#include "report/clock/replay.h"
#include "report/costs.h"

namespace emu::report::clock {

double Replay::after(std::uint64_t cycles, int device) const {
  return static_cast<double>(cycles) / costs::kCyclesPerNs *
         devices_[static_cast<std::size_t>(device)].multiprocessors.slowdown();
}

void Replay::block_starts(Index launcher) {
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

void Replay::arrives_at_block_queue(Index i) {
  Item& item = items_[i];
  item.time->launched_ns = whole(now_);
  item.held_up -= now_;  // completed by `issued`
  if (is_event(item))
    return issued(i, now_, now_ + (item.graph ? costs::kGraphDeviceCall : costs::kEventCall));
  Launcher& launcher = launchers_[item.launcher];
  const double start = std::max(now_, launcher.queue_free);
  launcher.queue_free = start + costs::launching(item.stream, item.follows).block;
  post(start, What::kArrivesAtDeviceQueue, i);
}

void Replay::arrives_at_device_queue(Index i) {
  Item& item = items_[i];
  const costs::Launching& cost = costs::launching(item.stream, item.follows);
  Device& device = device_of(items_[item.parent]);
  const double start = std::max(now_, device.queue_free);
  device.queue_free = start + cost.device;
  const double pool = item.stream == StreamKind::kTail ? 0 : item.pool * costs::kPoolReady;
  issued(i, start + costs::kReady + pool, start + cost.call);
}

void Replay::launch_next(const Item& item, double returns) {
  Item& next = items_[item.next_of_thread];
  next.held_up = item.held_up;
  const std::uint64_t from = item.origin->parent_cycles, to = next.origin->parent_cycles;
  const double at = returns + after(to > from ? to - from : 0, item.device);
  post(at, What::kArrivesAtBlockQueue, item.next_of_thread);
}

void Replay::issued(Index i, double ready, double returns) {
  Item& item = items_[i];
  post(ready, What::kConditionMet, i);
  item.held_up += returns;
  Launcher& launcher = launchers_[item.launcher];
  launcher.held_up = std::max(launcher.held_up, item.held_up);
  if (item.next_of_thread != kNone) launch_next(item, returns);
  if (--launcher.not_issued == 0 && launcher.work_done >= 0) end_launcher(item.launcher);
}

}  // namespace emu::report::clock
