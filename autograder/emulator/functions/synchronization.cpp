// Barriers, fences and time.
#include "emulator/synchronization.h"

#include "cuda_device_runtime_api.h"
#include "emulator/seam.h"

void __syncthreads() { emu::sync_threads(emu::BlockVote::kNone, 0, EMU_SITE); }

int __syncthreads_count(int predicate) {
  emu::count_operation("__syncthreads_count", EMU_SITE);
  return emu::sync_threads(emu::BlockVote::kCount, predicate, EMU_SITE);
}

int __syncthreads_and(int predicate) {
  emu::count_operation("__syncthreads_and", EMU_SITE);
  return emu::sync_threads(emu::BlockVote::kAnd, predicate, EMU_SITE);
}

int __syncthreads_or(int predicate) {
  emu::count_operation("__syncthreads_or", EMU_SITE);
  return emu::sync_threads(emu::BlockVote::kOr, predicate, EMU_SITE);
}

void __syncwarp(unsigned mask) { emu::sync_warp(mask, EMU_SITE); }

void __threadfence_block() { emu::fence(emu::Scope::kBlock); }
void __threadfence() { emu::fence(emu::Scope::kDevice); }
void __threadfence_system() { emu::fence(emu::Scope::kSystem); }

void cudaGridDependencySynchronize() {
  emu::wait_for_earlier("cudaGridDependencySynchronize", EMU_SITE);
}
void emu::griddepcontrol_wait() { emu::wait_for_earlier("griddepcontrol.wait", EMU_SITE); }
void cudaTriggerProgrammaticLaunchCompletion() { emu::trigger_dependents(); }

long long clock64() { return static_cast<long long>(emu::clock_cycles()); }

void __nanosleep(unsigned ns) { emu::sleep_ns(ns); }

void __trap() { emu::trap(); }

// libc's clock() is processor time in microseconds; asking for it by name would come back here.
extern "C" clock_t clock() noexcept {
  if (emu::on_device()) return static_cast<clock_t>(emu::clock_cycles());
  timespec now;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0) return -1;
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}
