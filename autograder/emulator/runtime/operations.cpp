#include "runtime/operations.h"

#include <memory>
#include <utility>

#include "checker/resume.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/origin.h"
#include "device/dependents/early_start.h"
#include "device/grids/block.h"
#include "device/grids/capture.h"
#include "device/grids/schedule.h"
#include "device/grids/variables.h"
#include "device/hosts/callback.h"
#include "device/state.h"
#include "device/threads/enter.h"
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
  copy.pinned = task.pinned;
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

/// Host functions run wherever the scheduler is; for what they call they are the host. Where there
/// may be several host threads, one of these calls it.
bool run_on_host(const Callback& callback) {
  Block* const block = std::exchange(current_block, nullptr);
  Fiber* const fiber = running;
  const bool is_done = state.hosts.enabled ? call_on_thread(callback) : call_here(callback);
  host_has_run();
  running = fiber;
  change_block(block);  // the host has no shared memory: the block has its own again
  return is_done;
}

/// Makes what `perform` accesses the operation's own; then the caller's position holds again.
/// False: it is a host function that waits for something.
bool run_as(Operation& operation, const std::function<void()>& perform, bool on_host) {
  const checker::Position before = checker::current();
  const int shown = variables_shown();
  show_variables(operation.device);
  checker::Block* const block = checker::block_started(operation.order, {}, 1);
  checker::resume({checker::block_phase(block), 0}, running->stack_begin, running->local_end);
  bool is_done = true;
  if (on_host)
    is_done = run_on_host({&perform, &operation, block});
  else
    perform();
  if (is_done) checker::block_ended(block);
  show_variables(shown);
  checker::resume(before, running->stack_begin, running->local_end);
  return is_done;
}

void remember(const Call& call, const Target& target, Task task) {
  GraphNode node;
  node.type = task.node;
  node.pageable = task.pageable;
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
  // The operation is handed to itself once it is made.
  const auto itself = std::make_shared<Operation*>();
  auto* const operation = new Operation(
      device, call.name, [itself, perform = std::move(task.perform), on_host = task.on_host] {
        return run_as(**itself, perform, on_host);
      });
  *itself = operation;
  WorkRef work = operation;
  work->id = write_down(call, target, task, device);
  if (current_block) work->parent = current_block->grid;
  describe(operation->info, call, task.on_host);
  work->order = checker::work_created(operation->info, checker::launched());
  for (const WorkRef& earlier : task.also_after) run_after(*work, *earlier);
  if (task.is_passed_over && target.stream && !target.behind && !current_block)
    note_kernel_ahead(*work, target.stream->last, task.also_after);
  enqueue(*work, target);
  for (const Target& stream : task.also_in) enqueue(*work, stream);
  issue(*work);
  launched_one();
  return work;
}

}  // namespace emu
