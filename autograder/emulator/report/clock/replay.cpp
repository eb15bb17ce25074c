#include "report/clock/replay.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "report/costs.h"
#include "report/timeline.h"

namespace emu::report::clock {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

Replay::Replay(Run& run) : run_(run) {
  make_items();
  link_children();
  link_waits();
  order_host();
}

void Replay::play() {
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

void Replay::post(double at, What what, Index index) {
  events_.push_back({std::max(at, now_), serial_++, index, what});
  std::push_heap(events_.begin(), events_.end(), std::greater<>());
}

Event Replay::take() {
  std::pop_heap(events_.begin(), events_.end(), std::greater<>());
  const Event event = events_.back();
  events_.pop_back();
  return event;
}

void Replay::handle(const Event& event) {
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

}  // namespace emu::report::clock

namespace emu::report {

void compute_times(Run& run) { clock::Replay(run).play(); }

}  // namespace emu::report
