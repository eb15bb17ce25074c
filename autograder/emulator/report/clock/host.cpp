// The host: it issues work one call after another until it has to wait.
#include <algorithm>

#include "report/clock/replay.h"
#include "report/costs.h"

namespace emu::report::clock {

namespace {

/// A whole graph is one call.
double call_of(const Item& item) {
  if (item.graph != nullptr) return item.begins_graph ? costs::kGraphCall : 0;
  if (is_event(item)) return costs::kEventCall;
  return item.may_overlap ? costs::kHostCallEarly : costs::kHostCall;
}

}  // namespace

bool Replay::host_may_pass(const HostWait& wait) {
  bool open = wait.everything && host_open_ != 0;
  for (const WorkId id : wait.waits_for) {
    const Index i = index_of(id);
    open = open || (i != kNone && order_of(i) < wait.order && !items_[i].complete);
  }
  if (!open && host_blocked_) {
    host_ns_ = std::max(host_ns_, now_ + costs::kHostSees);
    host_blocked_ = false;
  } else if (open) {
    host_blocked_ = true;
  }
  return !open;
}

void Replay::host_goes_on() {
  while (next_step_ < host_steps_.size()) {
    const HostStep& step = host_steps_[next_step_];
    if (step.wait != nullptr) {
      if (host_ns_ > now_) return post(host_ns_, What::kHostGoesOn, 0);
      if (!host_blocked_) step.wait->begin_ns = whole(host_ns_);
      if (!host_may_pass(*step.wait)) return;
      step.wait->time_ns = whole(host_ns_);
    } else {
      items_[step.item].time->launched_ns = whole(host_ns_);
      host_ns_ += call_of(items_[step.item]);
      ++host_open_;
      post(host_ns_, What::kConditionMet, step.item);
    }
    ++next_step_;
  }
}

}  // namespace emu::report::clock
