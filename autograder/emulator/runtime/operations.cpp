#include "runtime/operations.h"

#include <memory>
#include <utility>

#include "checker/resume.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/origin.h"
#include "device/grids/block.h"
#include "device/grids/capture.h"
#include "device/grids/schedule.h"
#include "device/grids/variables.h"
#include "device/threads/fiber.h"

namespace emu {

namespace {

report::Origin origin_of(const Call& call) {
  const checker::SourceLine& where = line_of(call.site);
  return origin_here(where.file.c_str(), where.line);
}

report::WorkId write_down(const Call& call, const Target& target, const Task& task, int device) {
  report::Copy& copy = record.copies.emplace_back();
  copy.id = static_cast<report::WorkId>(record.copies.size()) | report::kCopyBit;
  copy.name = call.name;
  copy.origin = origin_of(call);
  copy.stream = target.kind;
  copy.stream_id = target.id;
  copy.way = task.way;
  copy.bytes = task.bytes;
  copy.device = device;
  copy.order = record.next_order++;
  return copy.id;
}

void describe(checker::WorkInfo& info, const Call& call, bool on_host) {
  const checker::SourceLine& where = line_of(call.site);
  info.file = where.file;
  info.line = where.line;
  if (on_host) info.kind = checker::WorkInfo::Kind::kHost;
  if (current_block) {
    info.parent = &current_block->grid->info;
    info.parent_block = current_block->index;
    info.parent_thread = self().at;
  }
}

/// Makes what `perform` accesses the operation's own; then the caller's position holds again.
void run_as(checker::Work* work, int device, const std::function<void()>& perform) {
  const checker::Position before = checker::current();
  const int shown = variables_shown();
  show_variables(device);
  checker::Block* const block = checker::block_started(work, {}, 1);
  checker::resume({checker::block_phase(block), 0}, running->stack_begin, running->local_end);
  perform();
  checker::block_ended(block);
  show_variables(shown);
  checker::resume(before, running->stack_begin, running->local_end);
}

/// Host functions run on whatever fiber the scheduler is on; for what they call they are the host.
void run_on_host(const std::function<void()>& perform) {
  Block* const block = std::exchange(current_block, nullptr);
  Fiber* const fiber = std::exchange(running, &host_fiber);
  calls.in_host_function = true;
  perform();
  calls.in_host_function = false;
  host_has_run();
  running = fiber;
  current_block = block;
}

void remember(const Call& call, const Target& target, Task task) {
  GraphNode node;
  node.type = task.node;
  node.what = std::to_string(static_cast<int>(task.way));
  node.issue = [call, task = std::move(task)](const Target& where) {
    return send(call, where, task);
  };
  capture(target, std::move(node));
}

}  // namespace

WorkRef send(const Call& call, const Target& target, Task task) {
  if (capture_of(target)) {
    remember(call, target, std::move(task));
    return nullptr;
  }
  const int device = target.stream ? target.stream->device : current_device().number;
  // The operation is handed its own order once it has one.
  const auto order = std::make_shared<checker::Work*>();
  auto* const operation = new Operation(
      device, call.name,
      [order, device, perform = std::move(task.perform), on_host = task.on_host] {
        run_as(*order, device, on_host ? [&perform] { run_on_host(perform); } : perform);
      });
  WorkRef work = operation;
  work->id = write_down(call, target, task, device);
  if (current_block) work->parent = current_block->grid;
  describe(operation->info, call, task.on_host);
  work->order = *order = checker::work_created(operation->info, checker::launched());
  for (const WorkRef& earlier : task.also_after) run_after(*work, *earlier);
  enqueue(*work, target);
  for (const Target& stream : task.also_in) enqueue(*work, stream);
  issue(*work);
  launched_one();
  return work;
}

}  // namespace emu
