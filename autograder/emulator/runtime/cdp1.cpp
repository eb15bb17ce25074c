#include "runtime/cdp1.h"

#include <vector>

#include "device/grids/schedule.h"
#include "device/state.h"
#include "device/threads/fiber.h"

namespace emu {

namespace {

/// Becomes ready when all that it waits for is complete, and then wakes a thread.
class Waker : public Work {
 public:
  Waker(int device, Fiber* fiber) : Work(device), fiber_(fiber) {}
  void make_ready() override { wake(*fiber_); }

 private:
  Fiber* fiber_;
};

void wait_for_all(const Call& call, const std::vector<WorkRef>& works) {
  const boost::intrusive_ptr<Waker> waker = new Waker(current_block->grid->device, running);
  for (const WorkRef& work : works) {
    if (work->complete) continue;
    work->dependents.emplace_back(waker);
    ++waker->unmet;
  }
  if (--waker->unmet == 0) return;
  self().waiting_in = call.name;
  self().waiting_at = call.site;
  wait();
  self().waiting_in = nullptr;
}

}  // namespace

cudaError_t synchronize_block(const Call& call) {
  const Block& block = *current_block;
  if (!state.settings.cdp1) {
    object(call, "device-api",
           "cudaDeviceSynchronize in device code is CUDA Dynamic Parallelism 1: no card of compute "
           "capability 9.0 has it, and CUDA 12 and later refuse to compile it; continue in a tail "
           "launch",
           "X1");
    return cudaErrorNotSupported;
  }
  if (block.grid->depth >= device(block.grid->device).sync_depth) return cudaErrorSyncDepthExceeded;
  const std::vector<WorkRef> launched = block.issued;
  wait_for_all(call, launched);
  for (const WorkRef& work : launched) checker::join(work->order);
  return cudaSuccess;
}

}  // namespace emu
