// Deques of Chase and Lev: the first thread of every second block owns one, puts tasks in at its
// bottom and takes some from there; other threads, of the next block too, steal from its top. What
// a task is, is plain.
#include "lock_free.h"
#include "../../modes.h"

struct Deque {
  int top, bottom;
  unsigned* tasks;
};

constexpr int kOwn = 8;  // tasks that the owner takes
constexpr int kTasks = 2 * kThreads - 1 + kOwn;
constexpr unsigned kStolen = kNone, kEmpty = kNone - 1;

template <Care care>
__device__ void put(Deque* deque, unsigned task) {
  const int bottom = look(&deque->bottom);
  deque->tasks[bottom] = task;
  fence_before_it_is_shown<care>();
  atomicExch(&deque->bottom, bottom + 1);
}

template <Care care>
__device__ unsigned steal(Deque* deque) {
  const int top = look(&deque->top);
  __threadfence();
  const int bottom = look_first<care>(&deque->bottom);
  if (top >= bottom) return kEmpty;
  const unsigned task = deque->tasks[top];
  return atomicCAS(&deque->top, top, top + 1) == top ? task : kStolen;
}

/// The owner's own; the last one it may have to fight for.
template <Care care>
__device__ unsigned take(Deque* deque) {
  const int bottom = look(&deque->bottom) - 1;
  atomicExch(&deque->bottom, bottom);
  fence_before_it_is_shown<care>();
  const int top = look(&deque->top);
  unsigned task = kEmpty;
  if (top <= bottom) task = deque->tasks[bottom];
  if (top < bottom) return task;
  if (top == bottom && atomicCAS(&deque->top, top, top + 1) != top) task = kStolen;
  atomicExch(&deque->bottom, bottom + 1);
  return task;
}

template <Care care>
__global__ void put_take_and_steal(Deque* deques, unsigned long long* sum) {
  Deque* deque = &deques[blockIdx.x / 2];
  unsigned long long mine = 0;
  if (gives() && threadIdx.x == 0) {
    for (int i = 0; i < kTasks; ++i) put<care>(deque, blockIdx.x / 2 * kTasks + i + 1);
    for (int i = 0; i < kOwn; ++i) mine += take<care>(deque);
  } else {
    unsigned task = kEmpty;
    while (task == kEmpty || task == kStolen) task = steal<care>(deque);
    mine = task;
  }
  atomicAdd(sum, mine);
}

template <Care care>
void run(unsigned threads) {
  const unsigned blocks = threads / kThreads;
  Deque* deques = filled<Deque>(blocks / 2, 0);
  unsigned* tasks = filled<unsigned>(blocks / 2 * kTasks, 0);
  for (unsigned i = 0; i < blocks / 2; ++i) {
    const Deque empty{0, 0, tasks + i * kTasks};
    cudaMemcpy(&deques[i], &empty, sizeof empty, cudaMemcpyHostToDevice);
  }
  auto* sum = filled<unsigned long long>(1, 0);
  put_take_and_steal<care><<<blocks, kThreads>>>(deques, sum);
  expect_all_items(sum, blocks / 2 * kTasks);
  cudaFree(deques);
  cudaFree(tasks);
}

RUN_CASES(run)
