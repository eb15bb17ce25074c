#include "device/deadlock.h"

#include <string>

#include "device/block.h"
#include "device/device.h"

namespace emu {

namespace {

std::string triple(uint3 v) {
  if (v.y == 0 && v.z == 0) return std::to_string(v.x);
  return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

std::string name_of(const Thread& thread) {
  return "block " + triple(thread.block->index) + " thread " + triple(thread.at) + " of " +
         thread.block->grid->kernel.name;
}

std::string place(const checker::SourceLine& where) {
  return where.line ? " at line " + std::to_string(where.line) : "";
}

std::string waiting_text(const Thread& thread) {
  return name_of(thread) + " waits in " +
         (thread.waiting_in ? thread.waiting_in : "__syncthreads") +
         place(checker::source_line(thread.waiting_at));
}

const Thread* someone_in_warp_operation(const Block& block) {
  for (const Warp& warp : block.warps)
    for (const Meeting& meeting : warp.meetings)
      for (unsigned lane = 0; lane < 32; ++lane)
        if (meeting.arrived >> lane & 1) return &meeting.fibers[lane]->thread;
  return nullptr;
}

/// Some threads of a block wait at the barrier, others in a warp operation: neither can ever end.
bool report_split_block(const Block& block) {
  const Thread* lane = someone_in_warp_operation(block);
  if (!lane) return false;
  const bool barrier = !block.at_barrier.empty();
  std::string message = waiting_text(*lane);
  if (barrier)
    message += ", while " + waiting_text(block.at_barrier.front()->thread) +
               ": every lane named in the mask must call the same warp operation; compute the mask "
               "from the lanes that really get there";
  else
    message +=
        " for lanes of its mask that never come: every lane named in the mask must call the "
        "same operation";
  checker::diagnose(
      {.rule = barrier ? "barrier-divergence" : "warp-mask",
       .message = message + " (PG13 §5.4.6)",
       .where = checker::source_line(lane->waiting_at),
       .other = barrier ? checker::source_line(block.at_barrier.front()->thread.waiting_at)
                        : checker::SourceLine{},
       .cites = "PG13 §5.4.6"});
  return true;
}

void report_retry(const Thread& thread) {
  const Retry& retry = thread.retry;
  checker::diagnose(
      {.rule = "spin-on-child",
       .message =
           name_of(thread) + " launches " + retry.kernel + " at line " +
           std::to_string(retry.line) +
           " again and again, and is refused every time: a place in the pool becomes free when a "
           "pending grid is complete, and no grid need even start before this one ends; do "
           "the work in the launching thread instead (K5, L3)",
       .where = {retry.file, retry.line, ""},
       .other = {},
       .cites = "K5"});
}

}  // namespace

void report_deadlock(const std::deque<Fiber*>& spinning, bool work_waits) {
  const Thread& thread = spinning.front()->thread;
  if (thread.waiting_at == nullptr) return report_retry(thread);
  const auto where = checker::source_line(thread.waiting_at);
  std::string message = name_of(thread) + " polls memory" + place(where) +
                        " and nothing that runs will ever change it";
  if (work_waits)
    message +=
        "; a grid that was launched but has not started need not start before this one "
        "ends: never wait in a kernel for a child or a sibling, continue in a tail launch "
        "(K5)";
  checker::diagnose({.rule = work_waits ? "spin-on-child" : "deadlock",
                     .message = message,
                     .where = where,
                     .other = {},
                     .cites = "K5"});
}

void no_one_can_run() {
  bool explained = false;
  for (const Block* block : unfinished_blocks()) explained |= report_split_block(*block);
  for (const Block* block : unfinished_blocks()) {
    if (explained) break;
    if (block->at_barrier.empty()) continue;
    const Thread& thread = block->at_barrier.front()->thread;
    checker::diagnose(
        {.rule = "deadlock",
         .message = waiting_text(thread) + ", and the threads it waits for never come",
         .where = checker::source_line(thread.waiting_at),
         .other = {},
         .cites = "PG13 §5.4.4"});
    explained = true;
  }
  if (!explained)
    checker::diagnose({.rule = "deadlock",
                       .message = "the host waits for work that can never run",
                       .where = {},
                       .other = {},
                       .cites = "N4"});
  device_fault(cudaErrorLaunchTimeout);
}

}  // namespace emu
