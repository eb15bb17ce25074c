#include "device/threads/ended.h"

#include <utility>

#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/state.h"

namespace emu {

namespace {

void report_unseen_failure(report::Refused& refused) {
  refused.never_seen = true;
  const auto& kernel = record.kernels[refused.kernel].name;
  report_finding(
      {.rule = "unchecked-launch",
       .message =
           "the launch of " + kernel + " failed with " + refused.error_name + " (" +
           std::to_string(refused.error) +
           ") and the error is never checked: the grid never ran, and neither its parent nor the host is "
           "told; read cudaGetLastError() right after the launch, in the launching thread",
       .where = {refused.origin.file, refused.origin.line, ""},
       .cites = "K12, R3"});
}

// One launch in the code, however often it is executed, is one warning.
bool warned_about(const report::Launch& launch) {
  return !state.told.unseen_launches.insert({launch.origin.file, launch.origin.line}).second;
}

void report_unseen_launch(const report::Launch& launch) {
  if (warned_about(launch)) return;
  const auto& kernel = record.kernels[launch.kernel].name;
  report_finding({.rule = "unchecked-launch",
                  .severity = checker::Severity::kWarning,
                  .message = "the launch of " + kernel +
                             " succeeded, but its thread never checks cudaGetLastError(): when the "
                             "pending-launch pool is full, the launch is silently dropped",
                  .where = {launch.origin.file, launch.origin.line, ""},
                  .cites = "K12"});
}

void give_up_launch(report::Launch& launch) {
  launch.never_seen = true;
  report_unseen_launch(launch);
}

bool is_of_this_host_thread(const report::Origin& origin) {
  return origin.parent == report::kHostId &&
         origin.parent_thread_index == state.hosts.current->number;
}

/// Every launch of this thread since it last looked.
template <class Do>
void each_unseen_launch(const Thread& thread, Do&& what) {
  if (thread.unseen_launch == 0) return;
  for (std::size_t i = thread.unseen_launch - 1; i < record.launches.size(); ++i) {
    report::Launch& launch = record.launches[i];
    const bool mine = thread.block ? launch.origin.parent == thread.block->grid->id &&
                                         launch.origin.parent_block_index == thread.block->linear &&
                                         launch.origin.parent_thread_index == thread.index()
                                   : is_of_this_host_thread(launch.origin);
    if (mine) what(launch);
  }
}

template <class Do>
void each_unseen_failure(const Thread& thread, Do&& what) {
  if (thread.unseen_failure == 0) return;
  for (std::size_t i = thread.unseen_failure - 1; i < record.refused.size(); ++i) {
    report::Refused& refused = record.refused[i];
    const bool mine = thread.block
                          ? refused.origin.parent == thread.block->grid->id &&
                                refused.origin.parent_block_index == thread.block->linear &&
                                refused.origin.parent_thread_index == thread.index()
                          : is_of_this_host_thread(refused.origin);
    if (mine) what(refused);
  }
}

/// Marks the device's launches of threads that are still there.
template <class Launches>
void forgive_unseen(Launches& launches) {
  for (auto& launch : launches)
    if (launch.origin.parent != report::kHostId && !launch.never_seen) launch.error_seen = true;
}

}  // namespace

void end_of_thread(Thread& thread) {
  if (thread.copies) forget_copies(thread);
  if (thread.unseen_failure != 0) {
    each_unseen_failure(thread, report_unseen_failure);
    thread.unseen_failure = 0;
  }
  if (thread.unseen_launch != 0) {
    if (thread.block) each_unseen_launch(thread, give_up_launch);
    thread.unseen_launch = 0;
  }
  if (thread.own_stream_id != 0) {
    thread.own_stream_last = nullptr;
    thread.own_stream_id = 0;
  }
}

void forgive_unseen_launches() {
  forgive_unseen(record.launches);
  forgive_unseen(record.refused);
}

const report::Origin* launch_after_old_error(const Thread& thread) {
  if (!thread.error_told || thread.unseen_launch == 0) return nullptr;
  return &record.launches[thread.unseen_launch - 1].origin;
}

cudaError_t read_last_error(Thread& thread, bool clear) {
  each_unseen_launch(thread, [](report::Launch& launch) { launch.error_seen = true; });
  each_unseen_failure(thread, [](report::Refused& refused) { refused.error_seen = true; });
  thread.unseen_launch = thread.unseen_failure = 0;
  const cudaError_t error = thread.last_error;
  if (clear) thread.last_error = cudaSuccess;
  thread.error_told = thread.last_error != cudaSuccess;
  return error;
}

cudaError_t note_error(cudaError_t error) {
  if (error == cudaSuccess) return error;
  self().last_error = error;
  self().error_told = false;
  return error;
}

}  // namespace emu
