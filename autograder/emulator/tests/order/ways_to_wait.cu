// Right programs that wait for each other by looking at memory, in the ways in which people write
// it: locks and tickets with and without pauses, two words in turn, counted tries, a limit of time.
// However often they look, whoever they wait for goes on (K5).
#include "../modes.h"

__device__ int locked, ticket, serving, tries, count, flags[2];

// ---- Locks -------------------------------------------------------------------------------------

struct SleepsBetween {
  static __device__ void take() {
    while (atomicCAS(&locked, 0, 1) != 0) __nanosleep(20);
  }
  static __device__ void give() { atomicExch(&locked, 0); }
};

struct CountsTries : SleepsBetween {
  static __device__ void take() {
    while (atomicExch(&locked, 1) != 0) atomicAdd(&tries, 1);
  }
};

struct LooksFirst : SleepsBetween {
  static __device__ void take() {
    do {
      while (*const_cast<volatile int*>(&locked) != 0) {
      }
    } while (atomicCAS(&locked, 0, 1) != 0);
  }
};

struct WaitsLonger : SleepsBetween {
  static __device__ void take() {
    for (long long pause = 80; atomicCAS(&locked, 0, 1) != 0; pause = 2 * pause % 700 + 1) {
      const long long since = clock64();
      while (clock64() - since < pause) {
      }
    }
  }
};

struct Tickets {
  static __device__ void take() {
    const int mine = atomicAdd(&ticket, 1);
    while (atomicAdd(&serving, 0) != mine) {
    }
  }
  static __device__ void give() { atomicAdd(&serving, 1); }
};

/// Looks at a second word in each turn, so that no two looks in a row find the same.
struct TicketsWithAWayOut : Tickets {
  static __device__ void take() {
    const int mine = atomicAdd(&ticket, 1);
    while (atomicAdd(&serving, 0) != mine && atomicAdd(&tries, 0) >= 0) {
    }
  }
};

template <class Lock>
__device__ void counts_alone() {
  Lock::take();
  __threadfence();
  const int before = *const_cast<volatile int*>(&count);
  atomicAdd(&tries, 0);  // others may come here
  *const_cast<volatile int*>(&count) = before + 1;
  __threadfence();
  Lock::give();
}

template <class Lock>
__global__ void one_of_each_block() {
  if (threadIdx.x == 0) counts_alone<Lock>();
}

template <class Lock>
__global__ void each_thread() {
  for (unsigned lane = 0; lane < 32; ++lane)
    if (threadIdx.x % 32 == lane) counts_alone<Lock>();
}

void expect_count(int expected) {
  int counted = 0;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaMemcpyFromSymbol(&counted, count, sizeof counted), cudaSuccess);
  EXPECT_EQ(counted, expected);
}

template <class Lock>
void lock() {
  one_of_each_block<Lock><<<5, 64>>>();
  expect_count(5);
  each_thread<Lock><<<5, 40>>>();
  expect_count(205);
}

// ---- Blocks of one grid ------------------------------------------------------------------------

struct EitherWord {
  static __device__ void wait() {
    const volatile int* seen = flags;
    while (seen[0] == 0 && seen[1] == 0) {
    }
  }
};

struct EitherAtomic {
  static __device__ void wait() {
    while (atomicAdd(&flags[0], 0) == 0 && atomicAdd(&flags[1], 0) == 0) {
    }
  }
};

struct CountsLooks {
  static __device__ void wait() {
    while (atomicAdd(&flags[0], 0) == 0) atomicAdd(&tries, 1);
  }
};

struct UntilALateHour {
  static __device__ void wait() {
    const long long since = clock64();
    while (*const_cast<volatile int*>(&flags[1]) == 0 && clock64() - since < (1LL << 40)) {
    }
  }
};

struct BlockTogether {
  static __device__ void wait() {
    while (__syncthreads_or(*const_cast<volatile int*>(&flags[0])) == 0) atomicAdd(&tries, 1);
  }
};

struct WarpTogether {
  static __device__ void wait() {
    const unsigned all = __activemask();
    while (!__any_sync(all, *const_cast<volatile int*>(&flags[0]))) {
    }
  }
};

/// Blocks 0 and 2 wait for block 1.
template <class Way>
__global__ void three_blocks() {
  if (blockIdx.x != 1)
    Way::wait();
  else if (threadIdx.x == 0)
    for (int& flag : flags) atomicExch(&flag, 1);
}

template <class Way>
void blocks() {
  for (const unsigned threads : {1u, 40u}) {
    const int none[2] = {};
    EXPECT_EQ(cudaMemcpyToSymbol(flags, none, sizeof none), cudaSuccess);
    EXPECT_EQ(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(three_blocks<Way>), dim3(3),
                                          dim3(threads), nullptr, 0, nullptr),
              cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
}

/// All wait for the block that may start last: a card goes on where it holds them all at once.
__global__ void the_last_comes() {
  if (blockIdx.x == gridDim.x - 1) atomicExch(&flags[0], 1);
  CountsLooks::wait();
}

void later_blocks() {
  the_last_comes<<<3, 40>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"sleeps_between", lock<SleepsBetween>},
                   {"counts_tries", lock<CountsTries>},
                   {"looks_first", lock<LooksFirst>},
                   {"waits_longer", lock<WaitsLonger>},
                   {"tickets", lock<Tickets>},
                   {"tickets_with_a_way_out", lock<TicketsWithAWayOut>},
                   {"either_word", blocks<EitherWord>},
                   {"either_atomic", blocks<EitherAtomic>},
                   {"counts_looks", blocks<CountsLooks>},
                   {"block_together", blocks<BlockTogether>},
                   {"warp_together", blocks<WarpTogether>},
                   {"later_blocks", later_blocks},
                   {"until_a_late_hour", blocks<UntilALateHour>}});
}
