#include "device/graphs/run.h"

#include <utility>

#include "checker/current.h"
#include "device/device.h"
#include "device/grids/block.h"
#include "device/grids/schedule.h"

namespace emu {

void add_to_run(GraphRun& run, const WorkRef& end, bool tails_wait) {
  run_after(*run.end, *end);
  if (!tails_wait) return;
  if (run.gate)
    run_after(*run.gate, *end);
  else
    run.fired.push_back(end);
}

void note(Moment& moment) { moment = {true, checker::current()}; }

static bool is_past(const Moment& moment) {
  return moment.has_come && checker::comes_before(moment.at);
}

bool is_over(const GraphRun& run) { return is_past(run.gate_passed) || is_past(run.ended); }

void close_run(GraphRun& run) {
  note(run.ended);
  run.nodes.clear();
  run.fired.clear();
  run.gate = run.last_tail = run.end = nullptr;
  run.around = nullptr;
}

void join_run(Work& work, const Target& target) {
  if (!target.run) return;
  work.run = target.run;
  work.in_body = target.in_body;
  checker::name_node(work.order, target.node);
  recorded_graph(work) = target.graph;
}

SendTogether::SendTogether(By by)
    : block_(std::exchange(current_block, nullptr)),
      quiet_(std::exchange(scheduler.quiet, true)),
      by_device_(std::exchange(scheduler.by_device, by == By::kDevice)) {
  checker::send_for_host(true);
}

SendTogether::~SendTogether() {
  checker::send_for_host(false);
  current_block = block_;
  scheduler.quiet = quiet_;
  scheduler.by_device = by_device_;
}

}  // namespace emu
