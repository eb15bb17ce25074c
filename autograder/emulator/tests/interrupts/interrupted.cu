// Programs that do not end by themselves: interrupted_test.py sends them signals and reads what
// they still tell. Each prints "ready" when it may be interrupted.
#include <cuda_runtime.h>
#include <signal.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

namespace {

__global__ void race(int* word) { *word = threadIdx.x; }  // mark: race
__global__ void count(int* word) { atomicAdd(word, 1); }

__global__ void loops_over_memory(int* word) {
  for (int i = 0;; ++i) word[threadIdx.x] = i;  // mark: loops_over_memory
}

// `step` is even, so this goes on for ever, and touches no memory.
__global__ void loops_in_registers(int* word, unsigned step) {
  unsigned n = step;
  while (n % 2 == 0) n = n * 3 + step;  // mark: loops_in_registers
  word[threadIdx.x] = static_cast<int>(n);
}

__global__ void polls(int* word) {
  while (atomicAdd(word, 1) >= 0) {  // mark: polls
  }
}

__global__ void waits_at_a_barrier(int* word, unsigned step) {
  unsigned n = step;
  if (threadIdx.x == blockDim.x - 1)
    while (n % 2 == 0) n = n * 3 + step;  // mark: keeps_from_barrier
  __syncthreads();                        // mark: barrier
  word[threadIdx.x] = static_cast<int>(n);
}

int* words() {
  int* memory = nullptr;
  cudaMalloc(&memory, 1024 * sizeof(int));
  cudaMemset(memory, 0, 1024 * sizeof(int));
  cudaDeviceSynchronize();
  return memory;
}

void is_ready() {
  std::puts("ready");
  std::fflush(stdout);
}

[[noreturn]] void loop_on_the_host() {
  volatile int turns = 0;
  for (;;) turns = turns + 1;  // mark: host
}

void on_own_signal(int number) {
  constexpr char kSentence[] = "own handler\n";
  if (write(STDOUT_FILENO, kSentence, sizeof kSentence - 1) < 0) _exit(1);
  _exit(number == SIGINT ? 7 : 8);
}

void host_loop() {
  is_ready();
  loop_on_the_host();
}

void host_loop_after_a_finding() {
  race<<<1, 64>>>(words());
  cudaDeviceSynchronize();
  count<<<2, 32>>>(words());
  host_loop();
}

void kernel_loop() {
  int* memory = words();
  count<<<1, 32>>>(memory);
  is_ready();
  loops_over_memory<<<1, 1>>>(memory);
  cudaDeviceSynchronize();
}

void kernel_loop_in_registers() {
  int* memory = words();
  race<<<1, 64>>>(memory);
  cudaDeviceSynchronize();
  is_ready();
  loops_in_registers<<<1, 1>>>(memory, 2);
  cudaDeviceSynchronize();
}

void kernel_loop_at_exit() {
  int* memory = words();
  is_ready();
  loops_over_memory<<<1, 1>>>(memory);
}

void kernel_that_polls() {
  is_ready();
  polls<<<2, 1>>>(words());
  cudaDeviceSynchronize();
}

void barrier_that_is_not_reached() {
  is_ready();
  waits_at_a_barrier<<<1, 64>>>(words(), 2);
  cudaDeviceSynchronize();
}

void host_sleeps() {
  count<<<1, 32>>>(words());
  is_ready();
  sleep(600);
}

void host_sleeps_after_a_finding() {
  race<<<1, 64>>>(words());
  host_sleeps();
}

void host_reads() {
  is_ready();
  char byte;
  if (read(STDIN_FILENO, &byte, 1) < 0) std::puts("read was interrupted");
}

void host_waits_for_a_condition() {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  is_ready();
  never.wait(lock, [] { return false; });
}

void another_thread_launches() {
  std::thread([] { kernel_loop(); }).join();
}

void own_handler() {
  signal(SIGINT, on_own_signal);
  signal(SIGTERM, on_own_signal);
  host_loop_after_a_finding();
}

void ignores() {
  signal(SIGINT, SIG_IGN);
  is_ready();
  sleep(1);
  race<<<1, 64>>>(words());
  cudaDeviceSynchronize();
}

struct Mode {
  const char* name;
  void (*run)();
};
#define MODE(name) \
  { #name, &name }
const Mode kModes[] = {MODE(host_loop),
                       MODE(host_loop_after_a_finding),
                       MODE(kernel_loop),
                       MODE(kernel_loop_in_registers),
                       MODE(kernel_loop_at_exit),
                       MODE(kernel_that_polls),
                       MODE(barrier_that_is_not_reached),
                       MODE(host_sleeps),
                       MODE(host_sleeps_after_a_finding),
                       MODE(host_reads),
                       MODE(host_waits_for_a_condition),
                       MODE(another_thread_launches),
                       MODE(own_handler),
                       MODE(ignores)};

}  // namespace

int main(int count, char** arguments) {
  for (const Mode& mode : kModes)
    if (count == 2 && std::strcmp(mode.name, arguments[1]) == 0) return mode.run(), 0;
  return 2;
}
