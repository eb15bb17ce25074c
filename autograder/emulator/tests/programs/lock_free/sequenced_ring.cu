// Vyukov's ring: each slot has a number that says whose turn it is, to fill or to empty it. Slots
// are used again and again, and their values are plain.
#include "lock_free.h"
#include "../../modes.h"

constexpr int kRounds = 3;

struct Slot {
  unsigned turn;
  unsigned value;
};

struct Ring {
  unsigned filled, emptied;  // so many turns have been drawn
  unsigned slots;
  Slot* slot;
};

/// The slot of a turn that this thread has drawn from `counter`; its number is `ahead` of the turn
/// then.
template <Care care>
__device__ Slot* draw(Ring* ring, unsigned* counter, unsigned ahead, unsigned* drawn) {
  for (;;) {
    const unsigned turn = look(counter);
    Slot* slot = &ring->slot[turn % ring->slots];
    const unsigned found = look_first<care>(&slot->turn);
    if (found != turn + ahead || atomicCAS(counter, turn, turn + 1) != turn) continue;
    *drawn = turn;
    return slot;
  }
}

template <Care care>
__device__ void put(Ring* ring, unsigned value) {
  unsigned turn;
  Slot* slot = draw<care>(ring, &ring->filled, 0, &turn);
  slot->value = value;
  fence_before_it_is_shown<care>();
  atomicExch(&slot->turn, turn + 1);
}

template <Care care>
__device__ unsigned take(Ring* ring) {
  unsigned turn;
  Slot* slot = draw<care>(ring, &ring->emptied, 1, &turn);
  const unsigned value = slot->value;
  __threadfence();
  atomicExch(&slot->turn, turn + ring->slots);
  return value;
}

template <Care care>
__global__ void put_and_take(Ring* ring, unsigned long long* sum) {
  const unsigned threads = gridDim.x * blockDim.x;
  unsigned long long mine = 0;
  for (int i = 0; i < kRounds; ++i) {
    put<care>(ring, i * threads + thread_number() + 1);
    mine += take<care>(ring);
  }
  if (gives())
    put<care>(ring, kRounds * threads + blockIdx.x / 2 * blockDim.x + threadIdx.x + 1);
  else
    mine += take<care>(ring);
  atomicAdd(sum, mine);
}

template <Care care>
void run(unsigned threads) {
  std::vector<Slot> slots(2 * threads);
  for (unsigned i = 0; i < slots.size(); ++i) slots[i] = {i, 0};
  const Ring empty{0, 0, 2 * threads, filled<Slot>(slots.size(), 0)};
  cudaMemcpy(empty.slot, slots.data(), slots.size() * sizeof(Slot), cudaMemcpyHostToDevice);
  Ring* ring = filled<Ring>(1, 0);
  cudaMemcpy(ring, &empty, sizeof empty, cudaMemcpyHostToDevice);
  auto* sum = filled<unsigned long long>(1, 0);
  put_and_take<care><<<threads / kThreads, kThreads>>>(ring, sum);
  expect_all_items(sum, kRounds * threads + threads / 2);
  cudaFree(empty.slot);
  cudaFree(ring);
}

RUN_CASES(run)
