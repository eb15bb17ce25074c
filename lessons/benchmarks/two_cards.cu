// What two cards do together, by the jobs of lessons 20 to 22. Needs two that reach each other's
// memory.
//
//   overlap   a kernel on each that asks to sleep 20 ms and sleeps longer: `waiting` copies results
//             to the host after each, `together` in the end
//   hops      so many small kernels (the size) in a row, on the two cards by turns: `one_card` all
//   on
//             one, `events` with an arrow from each to the next, `host_waits` with a wait for each
//   copy      from card to card: `peer` with access to each other's memory, `without_access`, and
//             `through_host` by a pinned buffer
//   passes    kernels of one card change 64 MB so many times (the parameter): in its `own` memory,
//   in
//             that of its `peer`, or there and back by copies (`peer_copied`)
//
// passes by the device's clock, all else by the host's.
#include "measure.h"

constexpr size_t kMegabyte = size_t(1) << 20;
constexpr int kCannotRunHere = 77;  // run.sh goes on then

void use(int card) { CHECK(cudaSetDevice(card)); }

void wait_for_both() {
  for (const int card : {1, 0}) {
    use(card);
    CHECK(cudaDeviceSynchronize());
  }
}

template <typename T>
T* on_card(int card, size_t count) {
  T* memory = nullptr;
  use(card);
  CHECK(cudaMalloc(&memory, sizeof(T) * count));
  CHECK(cudaMemset(memory, 0, sizeof(T) * count));
  CHECK(cudaDeviceSynchronize());
  use(0);
  return memory;
}

template <typename T>
void give_back(int card, T* memory) {
  use(card);
  CHECK(cudaFree(memory));
  use(0);
}

void report(const char* job, size_t size, int parameter, const char* variant, const Times& times) {
  print_row("two_cards", job, size, parameter, variant, times, "%s", "");
}

void report_compared(const char* job, size_t size, const char* variant, const Times& times,
                     unsigned long long differing) {
  print_row("two_cards", job, size, 0, variant, times, "differing=%llu", differing);
}

// ---- Kernels side by side.

__global__ void sleep_for(int microseconds) {
  for (int slept = 0; slept < microseconds; slept += 100) __nanosleep(100'000);
}

void measure_overlap() {
  constexpr int kMicroseconds = 20'000;
  char* const results[] = {on_card<char>(0, 1), on_card<char>(1, 1)};
  char result = 0;
  const auto start = [&](int card) {
    use(card);
    sleep_for<<<1, 1>>>(kMicroseconds);
  };
  const auto fetch = [&](int card) {
    use(card);
    CHECK(cudaMemcpy(&result, results[card], 1, cudaMemcpyDefault));
  };
  report("overlap", 2, 0, "waiting", measure_by_host(wait_for_both, [&] {
           for (const int card : {1, 0}) start(card), fetch(card);
         }));
  report("overlap", 2, 0, "together", measure_by_host(wait_for_both, [&] {
           for (const int card : {1, 0}) start(card);
           for (const int card : {1, 0}) fetch(card);
         }));
  for (const int card : {0, 1}) give_back(card, results[card]);
}

__global__ void hop(unsigned* count) { *count += 1; }

enum Way { kOneCard, kEvents, kHostWaits };

// The count is on card 0, and each kernel of card 1 reaches over for it: it shows a missing arrow.
void measure_hops(Way way, const char* name) {
  constexpr unsigned kHops = 1000;
  auto* const count = on_card<unsigned>(0, 1);
  cudaEvent_t done[2];
  for (const int card : {1, 0}) {
    use(card);
    CHECK(cudaEventCreateWithFlags(&done[card], cudaEventDisableTiming));
  }
  const auto times = measure_by_host([&] { CHECK(cudaMemset(count, 0, sizeof *count)); },
                                     [&] {
                                       for (unsigned i = 0; i < kHops; ++i) {
                                         const int card = way == kOneCard ? 0 : i % 2;
                                         use(card);
                                         if (way == kEvents && i > 0)
                                           CHECK(cudaStreamWaitEvent(nullptr, done[1 - card]));
                                         hop<<<1, 1>>>(count);
                                         if (way == kEvents) CHECK(cudaEventRecord(done[card]));
                                         if (way == kHostWaits) CHECK(cudaDeviceSynchronize());
                                       }
                                       wait_for_both();
                                     });
  unsigned reached = 0;
  CHECK(cudaMemcpy(&reached, count, sizeof reached, cudaMemcpyDefault));
  report_compared("hops", kHops, name, times, reached != kHops);
  for (const cudaEvent_t event : done) CHECK(cudaEventDestroy(event));
  give_back(0, count);
}

// ---- Memory of the other card.

void give_access() {
  for (const int card : {1, 0}) {
    use(card);
    CHECK(cudaDeviceEnablePeerAccess(1 - card, 0));
  }
}

// How many bytes on card 1 differ from those on card 0.
unsigned long long differing_on_both(const char* mine, const char* others, size_t bytes) {
  char* const copy = on_card<char>(0, bytes);
  CHECK(cudaMemcpy(copy, others, bytes, cudaMemcpyDefault));
  const unsigned long long count = differing(mine, copy, bytes);
  give_back(0, copy);
  return count;
}

void measure_copies(size_t bytes, const char* name) {
  char *const from = on_card<char>(0, bytes), *const to = on_card<char>(1, bytes);
  CHECK(cudaMemset(from, 7, bytes));
  const auto times = measure_by_host(wait_for_both, [&] {
    CHECK(cudaMemcpyPeerAsync(to, 1, from, 0, bytes));
    wait_for_both();
  });
  report_compared("copy", bytes, name, times, differing_on_both(from, to, bytes));
  give_back(0, from);
  give_back(1, to);
}

void measure_copies_through_host(size_t bytes) {
  char *const from = on_card<char>(0, bytes), *const to = on_card<char>(1, bytes);
  char* between = nullptr;
  CHECK(cudaMallocHost(&between, bytes));
  CHECK(cudaMemset(from, 7, bytes));
  const auto times = measure_by_host(wait_for_both, [&] {
    CHECK(cudaMemcpy(between, from, bytes, cudaMemcpyDefault));
    CHECK(cudaMemcpy(to, between, bytes, cudaMemcpyDefault));
    wait_for_both();
  });
  report_compared("copy", bytes, "through_host", times, differing_on_both(from, to, bytes));
  CHECK(cudaFreeHost(between));
  give_back(0, from);
  give_back(1, to);
}

__global__ void add_one(int* numbers, size_t count) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += threads) {
    numbers[i] += 1;
  }
}

enum Where { kOwn, kPeer, kPeerCopied };

void measure_passes(Where where, const char* name, int passes) {
  constexpr size_t kCount = 64 * kMegabyte / sizeof(int), kBytes = sizeof(int) * kCount;
  int* const own = on_card<int>(0, kCount);
  int* const peers = on_card<int>(1, kCount);
  const Times times = measure([&] {
    if (where == kPeerCopied) CHECK(cudaMemcpyPeerAsync(own, 0, peers, 1, kBytes));
    for (int i = 0; i < passes; ++i) add_one<<<1056, 256>>>(where == kPeer ? peers : own, kCount);
    if (where == kPeerCopied) CHECK(cudaMemcpyPeerAsync(peers, 1, own, 0, kBytes));
  });
  report("passes", kBytes, passes, name, times);
  give_back(0, own);
  give_back(1, peers);
}

void measure_with_access() {
  measure_hops(kOneCard, "one_card");
  measure_hops(kEvents, "events");
  measure_hops(kHostWaits, "host_waits");
  for (const size_t bytes : {size_t(4096), kMegabyte, 256 * kMegabyte}) {
    measure_copies(bytes, "peer");
  }
  for (const int passes : {1, 2, 4, 10, 20, 40, 100}) {
    measure_passes(kOwn, "own", passes);
    measure_passes(kPeer, "peer", passes);
    measure_passes(kPeerCopied, "peer_copied", passes);
  }
}

int main() {
  int cards = 0, reaches = 0;
  CHECK(cudaGetDeviceCount(&cards));
  if (cards >= 2) CHECK(cudaDeviceCanAccessPeer(&reaches, 0, 1));
  if (cards < 2 || reaches == 0) {
    std::fprintf(stderr, "two_cards needs two cards that reach each other's memory; there %s %d\n",
                 cards == 1 ? "is" : "are", cards);
    return kCannotRunHere;
  }
  print_header();
  measure_overlap();
  for (const size_t bytes : {size_t(4096), kMegabyte, 256 * kMegabyte}) {
    measure_copies(bytes, "without_access");
    measure_copies_through_host(bytes);
  }
  give_access();
  measure_with_access();
}
