// Atomics are no race with each other, and order nothing by themselves: fences do, together with
// them (M4). A barrier of the whole grid orders all of it (K11).
#include "case.h"

constexpr int kThreads = 64, kBlocks = 4;

template <bool kAtomic>
__global__ void count(int* counter) {
  if (kAtomic)
    atomicAdd(counter, 1);
  else
    *counter += 1;               //! race
}
PAIR(counter) { count<kRight><<<kBlocks, kThreads>>>(zeros()); }

template <bool kAtomic>
__global__ void shared_count(int* out) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  if (kAtomic)
    atomicAdd(&counter, 1);
  else
    counter++;                   //! race
  __syncthreads();
  out[threadIdx.x] = counter;
}
PAIR(counter_in_shared_memory) { shared_count<kRight><<<1, kThreads>>>(zeros()); }

template <bool kWide>
__global__ void scoped(int* counter) {
  if (kWide)
    atomicAdd(counter, 1);
  else
    atomicAdd_block(counter, 1);     //! race
}
PAIR(block_scope_is_for_one_block) { scoped<kRight><<<2, kThreads>>>(zeros()); }

__global__ void in_one_block(int* counter) { atomicAdd_block(&counter[blockIdx.x], 1); }
CLEAN(block_scope_within_a_block) { in_one_block<<<kBlocks, kThreads>>>(zeros()); }

__global__ void for_all(int* counter) { atomicAdd_system(counter, 1); }
CLEAN(system_scope) {
  int* counter = mapped();
  for_all<<<2, kThreads, 0, new_stream()>>>(counter);
  for_all<<<2, kThreads, 0, new_stream()>>>(counter);
}

template <bool kAtomic>
__global__ void add_then_look(int* counter, int* out) {
  atomicAdd(counter, 1);                                                           //! race
  out[blockIdx.x * kThreads + threadIdx.x] = kAtomic ? atomicAdd(counter, 0) : *counter;   //! race
}
PAIR(plain_read_of_a_counter) { add_then_look<kRight><<<2, kThreads>>>(zeros(), zeros()); }

// The first value must be there before the first atomic.
template <bool kBefore>
__global__ void start_at_ten(int* counter) {
  if (!kBefore && blockIdx.x == 0 && threadIdx.x == 0) *counter = 10;      //! race
  atomicAdd(counter, 1);                                                   //! race
}
__global__ void set_to_ten(int* counter) { *counter = 10; }
PAIR(plain_write_of_a_counter) {
  int* counter = zeros();
  if (kRight) set_to_ten<<<1, 1>>>(counter);
  start_at_ten<kRight><<<2, kThreads>>>(counter);
}

// A plain read that only hints at what compare-and-swap then decides.
__global__ void largest(int* best) {
  const int mine = (blockIdx.x * 37 + threadIdx.x * 11) % 1000;
  int seen = *best;                                  //? hint
  while (mine > seen) {
    const int old = atomicCAS(best, seen, mine);     //? hint
    if (old == seen) break;
    seen = old;
  }
}
WRONG(read_before_compare_and_swap) { largest<<<kBlocks, kThreads>>>(zeros()); }

// No hint: what is added depends on a value that may be old.
__global__ void add_up_to_ten(int* counter) {
  if (*counter < 10) atomicAdd(counter, 1);      //! race
}
WRONG(read_before_add) { add_up_to_ten<<<2, kThreads>>>(zeros()); }

__global__ void own_counters(int* counters, double* sums) {
  atomicAdd(&counters[threadIdx.x], 1);
  atomicAdd(&sums[threadIdx.x % 3], 0.5);
  atomicMax(&counters[kThreads + blockIdx.x], static_cast<int>(threadIdx.x));
}
CLEAN(many_counters) { own_counters<<<kBlocks, kThreads>>>(zeros(), zeros<double>()); }

// Half of what is updated as 64 bits is read as 32.
template <bool kWhole>
__global__ void halves(unsigned long long* counter, unsigned* out) {
  if (blockIdx.x == 0) atomicAdd(counter, 1ull);                              //! race
  if (blockIdx.x == 1)
    *out = kWhole ? static_cast<unsigned>(atomicAdd(counter, 0ull)) : *(unsigned*)counter;    //! race
}
PAIR(half_of_a_64_bit_counter) {
  halves<kRight><<<2, 1>>>(zeros<unsigned long long>(), zeros<unsigned>());
}

template <bool kBarrier>
__global__ void chosen(int* out) {
  __shared__ int winner;
  if (threadIdx.x == 0) winner = -1;
  __syncthreads();
  atomicCAS(&winner, -1, static_cast<int>(threadIdx.x));    //! race
  if (kBarrier) __syncthreads();
  out[threadIdx.x] = winner;                                //! race
}
PAIR(result_of_a_contest) { chosen<kRight><<<1, kThreads>>>(zeros()); }

// The same read by a volatile pointer is none.
template <bool kVolatile>
__global__ void smallest(int* best) {
  const int mine = -static_cast<int>((blockIdx.x * 37 + threadIdx.x * 11) % 1000);
  int seen;
  if constexpr (kVolatile)
    seen = *(volatile int*)best;
  else
    seen = *best;                            //? hint
  if (mine < seen) atomicMin(best, mine);    //? hint
}
PAIR(read_before_minimum) { smallest<kRight><<<kBlocks, kThreads>>>(zeros()); }

template <bool kTakesOld>
__global__ void claims(int* owner, int* mine) {
  const int seen = kTakesOld ? 0 : owner[threadIdx.x];                                     //? hint
  if (seen == 0) mine[blockIdx.x * kThreads + threadIdx.x] = atomicExch(&owner[threadIdx.x], 1);   //? hint
}
PAIR(read_before_exchange) { claims<kRight><<<2, kThreads>>>(zeros(), zeros()); }

// A function reads for a hint, and something else: only the first is one.
__device__ __noinline__ int look_at(const int* p) { return *p; }     //! race
__global__ void hint_and_no_hint(int* best, int* count, int* out) {
  const int mine = static_cast<int>(blockIdx.x) + 1;
  if (look_at(best) < mine) atomicMax(best, mine);
  if (blockIdx.x == 0) atomicAdd(count, 1);                          //! race
  if (blockIdx.x == 3) *out = look_at(count);
}
WRONG(hint_and_no_hint_at_one_line) { hint_and_no_hint<<<kBlocks, 1>>>(zeros(), zeros(), zeros()); }

// Two arrays have the same readers. Only one of the reads is a hint.
__global__ void two_arrays(int* best, int* count, int* out) {
  const int mine = static_cast<int>(blockIdx.x) + 1;
  if (blockIdx.x < 3) {
    out[blockIdx.x] = *count;                                         //! race
    if (*best < mine) atomicMax(best, mine);
  } else {
    atomicAdd(count, 1);                                              //! race
  }
}
WRONG(hint_beside_another_array) { two_arrays<<<kBlocks, 1>>>(zeros(), zeros(), zeros()); }

// Many threads set a flag. To the language each plain store is a race with the others; cards do one
// of them, and so the same value is a warning (M12).
template <bool kAtomic>
__global__ void set_flag(int* flag) {
  if (threadIdx.x % 3 != 1) return;
  if (kAtomic)
    atomicExch(flag, 1);
  else
    *flag = 1;                       //? same-value
}
PAIR(flag_that_many_set) { set_flag<kRight><<<2, kThreads>>>(zeros()); }

template <bool kOnce>
__global__ void fill_row(double* row) {
  const unsigned i = kOnce ? blockIdx.x * kThreads + threadIdx.x : threadIdx.x;
  row[i] = 0.5;                      //? same-value
}
PAIR(row_that_every_block_fills) { fill_row<kRight><<<kBlocks, kThreads>>>(zeros<double>()); }

// Different values are a race, also when most are the same.
__global__ void set_number(int* flag) {
  if (threadIdx.x % 3 == 1) *flag = static_cast<int>(threadIdx.x / 60);    //! race
}
WRONG(flag_of_different_values) { set_number<<<2, kThreads>>>(zeros()); }

// Bits are kept in one word: an update by plain read and write loses some.
template <bool kAtomic>
__global__ void set_bit(unsigned* bits) {
  if (kAtomic)
    atomicOr(bits, 1u << threadIdx.x % 32);
  else
    *bits |= 1u << threadIdx.x % 32;           //! race
}
PAIR(bits_of_many) { set_bit<kRight><<<1, 32>>>(zeros<unsigned>()); }

// ---- Fences and flags ----------------------------------------------------------------------------

// Block 0 hands a value to block 1: value, fence, flag; flag, fence, value.
template <bool kFence>
__global__ void hand_over(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;                                 //! missing-fence
    if (kFence) __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    *out = *value;                               //! missing-fence
  }
}
PAIR(flag_behind_a_fence) { hand_over<kRight><<<2, 1>>>(zeros(), zeros(), zeros()); }

// A volatile flag does as well as an atomic one.
template <bool kFence>
__global__ void volatile_flag(int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;                                 //! missing-fence
    if (kFence) __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    *out = *value;                               //! missing-fence
  }
}
PAIR(volatile_flag_behind_a_fence) { volatile_flag<kRight><<<2, 1>>>(zeros(), zeros(), zeros()); }

// A fence for the block is none for another block.
template <bool kWide>
__global__ void narrow_fence(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;                                 //! missing-fence
    if (kWide)
      __threadfence();
    else
      __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    *out = *value;                               //! missing-fence
  }
}
PAIR(fence_of_the_block_only) { narrow_fence<kRight><<<2, 1>>>(zeros(), zeros(), zeros()); }

// First the flag and then the value is the wrong way round.
template <bool kValueFirst>
__global__ void order_of_writes(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (kValueFirst) *value = 42;
    __threadfence();
    atomicExch(flag, 1);
    if (!kValueFirst) *value = 42;               //! race
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    *out = *value;                               //! race
  }
}
PAIR(flag_before_the_value) { order_of_writes<kRight><<<2, 1>>>(zeros(), zeros(), zeros()); }

// The last block to finish adds up what all have written.
template <bool kFence>
__global__ void last_block(int* sums, unsigned* done, int* out) {
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x;                                //! missing-fence
    if (kFence) __threadfence();
    if (atomicInc(done, gridDim.x - 1) == gridDim.x - 1) {
      if (kFence) __threadfence();
      int sum = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) sum += sums[b];    //! missing-fence
      *out = sum;
    }
  }
}
PAIR(last_block_adds_up) {
  last_block<kRight><<<kBlocks, kThreads>>>(zeros(), zeros<unsigned>(), zeros());
}

// The same with all threads: each fences its own write before the barrier, and the last block sets
// the counter back.
template <bool kFence>
__global__ void last_block_of_many(int* data, unsigned* done, int* out) {
  __shared__ bool last;
  data[blockIdx.x * kThreads + threadIdx.x] = threadIdx.x;             //! missing-fence
  if (kFence) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  if (kFence) __threadfence();
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += data[b * kThreads + threadIdx.x];   //! missing-fence
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0) *done = 0;
}
PAIR(last_block_with_all_threads) {
  last_block_of_many<kRight><<<kBlocks, kThreads>>>(zeros(), zeros<unsigned>(), zeros());
}

// One fence behind the barrier speaks for all threads of the block.
__global__ void one_fences(int* data, unsigned* done, int* out) {
  __shared__ bool last;
  data[blockIdx.x * kThreads + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) out[threadIdx.x] = data[(threadIdx.x * 5) % (kBlocks * kThreads)];
}
CLEAN(one_thread_fences_for_its_block) {
  one_fences<<<kBlocks, kThreads>>>(zeros(), zeros<unsigned>(), zeros());
}

// The counter is counted before the writing is done.
template <bool kCountLast>
__global__ void counted_too_early(int* data, unsigned* done, int* out) {
  __shared__ unsigned place;
  const auto count = [&] {
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) place = atomicAdd(done, 1u);
    __threadfence();
    __syncthreads();
  };
  if (!kCountLast) count();
  data[blockIdx.x * kThreads + threadIdx.x] = threadIdx.x;                   //! race
  if (kCountLast) count();
  if (place == gridDim.x - 1)
    out[threadIdx.x] = data[((blockIdx.x + 1) % gridDim.x) * kThreads + threadIdx.x];   //! race
}
PAIR(last_block_counted_too_early) {
  counted_too_early<kRight><<<2, kThreads>>>(zeros(), zeros<unsigned>(), zeros());
}

// The other side needs a fence too, behind the atomic (M4).
template <bool kFence>
__global__ void take_over(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;                                 //! missing-acquire
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    if (kFence) __threadfence();
    *out = *value;                               //! missing-acquire
  }
}
PAIR(fence_behind_the_flag) { take_over<kRight><<<2, 1>>>(zeros(), zeros(), zeros()); }

template <bool kWide>
__global__ void narrow_acquire(int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;                                 //! missing-acquire
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    if (kWide)
      __threadfence();
    else
      __threadfence_block();
    *out = *value;                               //! missing-acquire
  }
}
PAIR(fence_of_the_block_behind_the_flag) {
  narrow_acquire<kRight><<<2, 1>>>(zeros(), zeros(), zeros());
}

// What is read by a volatile pointer does not need it.
__global__ void all_volatile(volatile int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    *out = *value;
  }
}
CLEAN(volatile_value_behind_a_volatile_flag) { all_volatile<<<2, 1>>>(zeros(), zeros(), zeros()); }

// A launch is no fence: what its thread has not acquired its child may miss.
__global__ void sum_up(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];                              //! missing-acquire
}
template <bool kFence>
__global__ void last_launches(int* data, unsigned* done, int* out) {
  data[blockIdx.x] = static_cast<int>(blockIdx.x);                   //! missing-acquire
  __threadfence();
  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  if (kFence) __threadfence();
  sum_up<<<1, kBlocks>>>(data, out);
}
PAIR(fence_before_the_launch_of_the_last) {
  last_launches<kRight><<<kBlocks, 1>>>(zeros(), zeros<unsigned>(), zeros());
}

// A barrier in its place is what some published programs have: a warning.
template <bool kFence>
__global__ void barrier_behind(int* data, unsigned* done, int* out) {
  __shared__ bool last;
  data[blockIdx.x * kThreads + threadIdx.x] = threadIdx.x;                //? missing-acquire
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    if (kFence) __threadfence();
  }
  __syncthreads();
  if (!last) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += data[b * kThreads + threadIdx.x];   //? missing-acquire
  out[threadIdx.x] = sum;
}
PAIR(barrier_in_place_of_the_second_fence) {
  barrier_behind<kRight><<<kBlocks, kThreads>>>(zeros(), zeros<unsigned>(), zeros());
}

// ---- Within one block ----------------------------------------------------------------------------

// Thread 0 of one warp hands a value to a thread of another; the fence is for the block, the atomic
// or volatile flag for all.
enum Way { kAtomic, kVolatile, kBlockAtomic, kNarrowFlag, kPtx, kSystem };

template <Way kWay>
__device__ void publish(int* flag) {
  if (kWay == kPtx) {
    asm volatile("fence.acq_rel.cta;" ::: "memory");
  } else if (kWay == kSystem) {
    __threadfence_system();
  } else if (kWay == kNarrowFlag) {
    __threadfence();
  } else {
    __threadfence_block();
  }
  if (kWay == kVolatile)
    *(volatile int*)flag = 1;
  else if (kWay == kBlockAtomic || kWay == kNarrowFlag || kWay == kSystem)
    atomicExch_block(flag, 1);
  else
    atomicExch(flag, 1);
}
template <Way kWay>
__device__ void wait_for(int* flag) {
  if (kWay == kAtomic || kWay == kPtx)
    while (atomicAdd(flag, 0) == 0) {}
  else if (kWay == kBlockAtomic)
    while (atomicAdd_block(flag, 0) == 0) {}
  else
    while (*(volatile int*)flag == 0) {}
  __threadfence_block();
}
template <Way kWay, bool kFence>
__global__ void to_another_warp(int* value, int* flag, int* out) {
  if (threadIdx.x == 0) {
    *value = 42;                       //! race
    if (kFence)
      publish<kWay>(flag);
    else
      atomicExch(flag, 1);
  } else if (threadIdx.x == 40) {
    wait_for<kWay>(flag);
    *out = *value;                     //! race
  }
}
template <Way kWay, bool kFence>
void run_to_another_warp() {
  to_another_warp<kWay, kFence><<<1, kThreads>>>(zeros(), zeros(), zeros());
}
PAIR(fence_of_the_block_and_an_atomic) { run_to_another_warp<kAtomic, kRight>(); }
CLEAN(fence_of_the_block_and_a_volatile_flag) { run_to_another_warp<kVolatile, true>(); }
CLEAN(fence_and_atomic_of_the_block) { run_to_another_warp<kBlockAtomic, true>(); }
CLEAN(atomic_of_the_block_read_by_volatile) { run_to_another_warp<kNarrowFlag, true>(); }
CLEAN(fence_of_the_block_in_ptx) { run_to_another_warp<kPtx, true>(); }
CLEAN(fence_of_the_system_in_a_block) { run_to_another_warp<kSystem, true>(); }

// The same in shared memory, round and round.
template <bool kFence>
__global__ void pass_round(int* out) {
  __shared__ int value, turn;
  if (threadIdx.x == 0) value = turn = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  const int mine = static_cast<int>(threadIdx.x / 32);
  for (int round = 0; round < 3; ++round) {
    while (atomicAdd(&turn, 0) != 2 * round + mine) {}
    if (kFence) __threadfence_block();
    value += 1;                        //! race
    if (kFence) __threadfence_block();
    atomicAdd(&turn, 1);
  }
  if (mine == 1) *out = value;
}
PAIR(two_warps_take_turns) { pass_round<kRight><<<1, kThreads>>>(zeros()); }

// For its own block the fence suffices, for another it does not.
template <bool kSameBlock>
__global__ void one_or_two_blocks(int* value, int* flag, int* out) {
  const bool reads = kSameBlock ? threadIdx.x == 40 && blockIdx.x == 0
                                : threadIdx.x == 40 && blockIdx.x == 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    *value = 42;                       //! missing-fence
    __threadfence_block();
    atomicExch(flag, 1);
  } else if (reads) {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    *out = *value;                     //! missing-fence
  }
}
PAIR(fence_of_the_block_reaches_the_block) {
  one_or_two_blocks<kRight><<<2, kThreads>>>(zeros(), zeros(), zeros());
}

// A narrow fence behind a wide one takes nothing back.
template <bool kWideToo>
__global__ void wide_then_narrow(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;                       //! missing-fence
    if (kWideToo) __threadfence();
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    *out = *value;                     //! missing-fence
  }
}
PAIR(narrow_fence_behind_a_wide_one) {
  wide_then_narrow<kRight><<<2, 1>>>(zeros(), zeros(), zeros());
}

// What one thread has from another block it hands on within its own.
template <bool kAcquires>
__global__ void hand_on(int* value, int* flags, int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *value = 42;                       //! missing-acquire
    __threadfence();
    atomicExch(&flags[0], 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(&flags[0], 0) == 0) {}
    if (kAcquires) __threadfence();
    __threadfence_block();
    atomicExch_block(&flags[1], 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 40) {
    while (atomicAdd_block(&flags[1], 0) == 0) {}
    __threadfence_block();
    *out = *value;                     //! missing-acquire
  }
}
PAIR(handed_on_within_the_block) { hand_on<kRight><<<2, kThreads>>>(zeros(), zeros(), zeros()); }

// ---- Locks ---------------------------------------------------------------------------------------

template <bool kFences>
__global__ void spin_lock(int* lock, int* balance) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}
  if (kFences) __threadfence();
  *balance += 1;                       //! missing-fence
  if (kFences) __threadfence();
  atomicExch(lock, 0);
}
PAIR(spin_lock_with_fences) { spin_lock<kRight><<<kBlocks, 32>>>(zeros(), zeros()); }

// Who unlocks with a plain store races with those who try the lock.
template <bool kAtomic>
__global__ void careless_unlock(int* lock, int* balance) {
  while (atomicCAS(lock, 0, 1) != 0) {}      //! race
  __threadfence();
  *balance += 1;                             //! race
  __threadfence();
  if (kAtomic)
    atomicExch(lock, 0);
  else
    *lock = 0;                               //! race
}
PAIR(unlock_by_a_plain_store) { careless_unlock<kRight><<<kBlocks, 1>>>(zeros(), zeros()); }

// The lock protects only who takes it.
template <bool kLocks>
__global__ void one_goes_round(int* lock, int* balance) {
  const bool locks = kLocks || blockIdx.x != 0;
  if (locks) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
  }
  *balance += 1;                             //! race
  __threadfence();
  if (locks) atomicExch(lock, 0);
}
PAIR(one_block_takes_no_lock) { one_goes_round<kRight><<<2, 1>>>(zeros(), zeros()); }

template <bool kFences>
__global__ void ticket_lock(unsigned* ticket, unsigned* serving, int* balance) {
  const unsigned mine = atomicAdd(ticket, 1u);
  while (atomicAdd(serving, 0u) != mine) {}
  if (kFences) __threadfence();
  *balance += 1;                             //! missing-fence
  if (kFences) __threadfence();
  atomicAdd(serving, 1u);
}
PAIR(ticket_lock_with_fences) {
  ticket_lock<kRight><<<kBlocks, 1>>>(zeros<unsigned>(), zeros<unsigned>(), zeros());
}

// ---- The whole grid meets ------------------------------------------------------------------------

template <class Kernel>
void launch_cooperatively(Kernel kernel, int* data) {
  void* arguments[] = {&data};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel), dim3(kBlocks), dim3(kThreads), arguments,
                              0, nullptr);
}

template <bool kBarrier>
__global__ void meet(int* data) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  data[i] = i;                                                   //! race
  if (kBarrier) cg::this_grid().sync();
  data[512 + i] = data[kBlocks * kThreads - 1 - i];              //! race
}
PAIR(barrier_of_the_grid) { launch_cooperatively(meet<kRight>, zeros()); }

template <int kBuffers>
__global__ void ping_pong(int* data) {
  const unsigned n = kBlocks * kThreads, i = blockIdx.x * kThreads + threadIdx.x;
  for (unsigned turn = 0; turn < 3; ++turn) {
    const int* from = data + (turn % kBuffers) * n;
    int* to = data + ((turn + 1) % kBuffers) * n;
    to[i] = from[(i + 1) % n] + 1;               //! race
    cg::this_grid().sync();
  }
}
PAIR(two_buffers_and_one_barrier) { launch_cooperatively(ping_pong<kRight ? 2 : 1>, zeros()); }

// What the whole grid did before it met, one thread may publish to another grid.
template <bool kMeets>
__global__ void read_then_release(const int* data, int* out, int* flag) {
  out[blockIdx.x * kThreads + threadIdx.x] = data[(blockIdx.x * 7 + threadIdx.x) % 100];   //! race
  if (kMeets)
    cg::this_grid().sync();
  else
    __syncthreads();
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  __threadfence();
  atomicExch(flag, 1);
}
__global__ void acquire_then_write(int* data, int* flag) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 100; i += kThreads) data[i] = 1;                      //! race
}
PAIR(release_behind_the_barrier_of_the_grid) {
  int *data = zeros(), *out = zeros(), *flag = zeros();
  void* arguments[] = {&data, &out, &flag};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(read_then_release<kRight>), dim3(8),
                              dim3(kThreads), arguments, 0, new_stream());
  acquire_then_write<<<1, kThreads, 0, new_stream()>>>(data, flag);
}

// ---- The line that is named ----------------------------------------------------------------------

// Three blocks read two arrays, each at its line; another writes the second.
__global__ void read_two(int* a, int* b, int* out) {
  if (blockIdx.x < 3) {
    int sum = 0;
    for (int i = 0; i < 16; ++i) sum += a[i];
    for (int i = 0; i < 16; ++i) sum += b[i];      //! race
    out[blockIdx.x] = sum;
  } else {
    b[5] = 1;                                      //! race
  }
}
WRONG(readers_of_two_arrays) { read_two<<<kBlocks, 1>>>(zeros(), zeros(), zeros()); }

// Each block reads the word at its own line; the writer knows of one of them.
__global__ void read_at_two_lines(int* word, int* flag, int* out) {
  if (blockIdx.x == 0) {
    out[0] = *word;
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1) {
    out[1] = *word;                                //! race
  } else if (blockIdx.x == 2) {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    *word = 1;                                     //! race
  }
}
WRONG(reader_that_the_writer_does_not_know_of) {
  read_at_two_lines<<<3, 1>>>(zeros(), zeros(), zeros());
}

// ---- Not seen ------------------------------------------------------------------------------------

// Volatile accesses are taken for atomic ones, so that polling is no race; an update made of two of
// them is none.
__global__ void volatile_update(volatile int* counter) { *counter = *counter + 1; }
MISSED(volatile_is_not_atomic) { volatile_update<<<2, kThreads>>>(zeros()); }

// Of a word's atomics only the latest is remembered, here the reader's own.
__global__ void latest_atomic(int* counter, int* out) {
  if (blockIdx.x == 0) atomicAdd(counter, 1);
  if (blockIdx.x == 1) {
    atomicAdd(counter, 1);
    *out = *counter;
  }
}
MISSED(only_the_latest_atomic) { latest_atomic<<<2, 1>>>(zeros(), zeros()); }

// A fence says nothing of what its thread writes afterwards, though all threads of the block fence.
template <bool kAfter>
__global__ void fences_of_all(int* data, int* arrived, int* out) {
  if (!kAfter) __threadfence();
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;                //! race
  if (kAfter) __threadfence();
  __syncthreads();
  if (threadIdx.x != 0 || atomicAdd(arrived, 1) != static_cast<int>(gridDim.x) - 1) return;
  __threadfence();
  for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) *out += data[i];  //! race
}
PAIR(all_threads_fence_before_they_write) { fences_of_all<kRight><<<4, 64>>>(zeros(), zeros(), zeros()); }

// ---- The host and a grid -------------------------------------------------------------------------

template <bool kSystem>
__global__ void takes_numbers(int* next) {
  if (kSystem)
    atomicAdd_system(next, 1);
  else
    atomicAdd(next, 1);                                           //! race
}
PAIR(host_and_grid_take_numbers) {
  int* next = nullptr;
  cudaMallocManaged(&next, sizeof *next);
  *next = 0;
  takes_numbers<kRight><<<1, 32>>>(next);
  for (int i = 0; i < 10; ++i) __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);  //! race
  cudaDeviceSynchronize();
  cudaFree(next);
}

CLEAN(host_looks_how_far_a_grid_is) {
  int* done = nullptr;
  cudaMallocManaged(&done, sizeof *done);
  *done = 0;
  takes_numbers<false><<<1, 32>>>(done);
  const int seen = *static_cast<volatile int*>(done);
  cudaDeviceSynchronize();
  if (seen > *done) *done = -1;
  cudaFree(done);
}
