// Locks in global memory: atomicCAS, atomicExch and a ticket lock, each protecting plain reads and
// writes. One thread of a block takes the lock, or the lanes of a warp in turn with a done flag.
#include <cuda_runtime.h>

#include <cstdio>

#define GPU_ASSERT(ans) \
  { gpu_assert((ans), __FILE__, __LINE__); }
inline void gpu_assert(cudaError_t code, const char* file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}

struct Lock {
  int* mutex;
  Lock() : mutex(nullptr) {
    int state = 0;
    GPU_ASSERT(cudaMalloc((void**)&mutex, sizeof(int)));
    GPU_ASSERT(cudaMemcpy(mutex, &state, sizeof(int), cudaMemcpyHostToDevice));
  }
  void release() { GPU_ASSERT(cudaFree(mutex)); }
  __device__ void lock() {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(mutex, 0);
  }
};

class TicketLock {
 public:
  __device__ void lock() {
    const unsigned mine = atomicAdd(&next_, 1);
    volatile unsigned* serving = &serving_;
    while (*serving != mine) __nanosleep(20);
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicAdd(&serving_, 1);
  }

 private:
  unsigned next_, serving_;
};

struct Account {
  int deposits;
  long long sum;
  int last;
};

__global__ void deposit_by_block(Lock lock, Account* account) {
  __shared__ int part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  atomicAdd(&part, static_cast<int>(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) {
    lock.lock();
    account->deposits = account->deposits + 1;
    account->sum += part;
    account->last = blockIdx.x;
    lock.unlock();
  }
}

// Every lane takes the lock: the winner leaves the loop last, so that no lane starves its warp.
__global__ void deposit_by_lane(int* mutex, Account* account) {
  bool done = false;
  while (!done) {
    if (atomicExch(mutex, 1) == 0) {
      __threadfence();
      account->deposits++;
      account->sum += threadIdx.x;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
}

__global__ void deposit_in_turn(TicketLock* lock, Account* account, int rounds) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < rounds; i++) {
    lock->lock();
    account->deposits++;
    account->sum += i;
    account->last = blockIdx.x;
    lock->unlock();
  }
}

bool expect(const char* what, Account* d_account, int deposits, long long sum) {
  Account a;
  GPU_ASSERT(cudaPeekAtLastError());
  GPU_ASSERT(cudaMemcpy(&a, d_account, sizeof a, cudaMemcpyDeviceToHost));
  GPU_ASSERT(cudaMemset(d_account, 0, sizeof a));
  const bool ok = a.deposits == deposits && a.sum == sum;
  printf("%s: %d deposits, sum %lld%s\n", what, a.deposits, a.sum, ok ? "" : " WRONG");
  return ok;
}

int main() {
  Account* account;
  GPU_ASSERT(cudaMalloc(&account, sizeof(Account)));
  GPU_ASSERT(cudaMemset(account, 0, sizeof(Account)));
  bool ok = true;

  Lock lock;
  deposit_by_block<<<20, 32>>>(lock, account);
  ok &= expect("block lock", account, 20, 20LL * 31 * 32 / 2);

  deposit_by_lane<<<3, 64>>>(lock.mutex, account);
  ok &= expect("lane lock", account, 3 * 64, 3LL * 63 * 64 / 2);
  lock.release();

  TicketLock* ticket;
  GPU_ASSERT(cudaMalloc(&ticket, sizeof(TicketLock)));
  GPU_ASSERT(cudaMemset(ticket, 0, sizeof(TicketLock)));
  deposit_in_turn<<<6, 32>>>(ticket, account, 10);
  ok &= expect("ticket lock", account, 60, 6 * 45);
  GPU_ASSERT(cudaFree(ticket));
  GPU_ASSERT(cudaFree(account));
  puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
