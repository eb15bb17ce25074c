// What each kind of host memory costs, by the jobs of lesson 23. The variants are the kinds of
// memory, the inputs the jobs:
//
//   passes        kernels change 64 MB so many times (the parameter) after the host has written it;
//                 by the device's clock. With `device` the data is already there, `device_copied`
//                 includes the copy from pinned memory
//   results       256 child grids write a result each; from the launch until the host has read them
//   list          64 nodes of 4 KB that the host changes and kernels (the parameter) walk over
//   copy_in, copy_out         a blocking copy to the device, and back
//   returns_in, returns_out   cudaMemcpyAsync of 4 KB after a kernel of 20 ms, until it returns
//   allocate, give_back       64 MB; pageable and registered memory is touched once, because only
//                 then its pages come
//
// All but the first by the host's clock.
#include <cstring>
#include <memory>

#include "measure.h"

enum Kind { kPageable, kPinned, kRegistered, kManaged, kDevice, kDeviceCopied };
constexpr const char* kNames[] = {"pageable", "pinned", "registered",
                                  "managed",  "device", "device_copied"};
constexpr size_t kMegabyte = size_t(1) << 20, kPage = 4096;

void* allocate(Kind kind, size_t bytes) {
  void* memory = nullptr;
  if (kind == kPageable || kind == kRegistered) {
    memory = std::aligned_alloc(kPage, bytes);
    std::memset(memory, 1, bytes);
    if (kind == kRegistered) CHECK(cudaHostRegister(memory, bytes, 0));
  }
  if (kind == kPinned) CHECK(cudaMallocHost(&memory, bytes));
  if (kind == kManaged) CHECK(cudaMallocManaged(&memory, bytes));
  if (kind == kDevice) CHECK(cudaMalloc(&memory, bytes));
  return memory;
}

void give_back(Kind kind, void* memory) {
  if (kind == kRegistered) CHECK(cudaHostUnregister(memory));
  if (kind == kPageable || kind == kRegistered) std::free(memory);
  if (kind == kPinned) CHECK(cudaFreeHost(memory));
  if (kind == kManaged || kind == kDevice) CHECK(cudaFree(memory));
}

struct GiveBack {
  Kind kind;
  void operator()(void* memory) const { give_back(kind, memory); }
};

template <typename T>
std::unique_ptr<T[], GiveBack> memory_of(Kind kind, size_t count) {
  return {static_cast<T*>(allocate(kind, sizeof(T) * count)), GiveBack{kind}};
}

// ---- The jobs.

__global__ void add_one(int* numbers, size_t count) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += threads) {
    numbers[i] += 1;
  }
}

void measure_passes(Kind kind, int passes) {
  constexpr size_t kCount = 64 * kMegabyte / sizeof(int);
  const bool host_writes = kind != kDevice && kind != kDeviceCopied;
  const auto numbers = memory_of<int>(host_writes ? kind : kDevice, kCount);
  const auto source = memory_of<int>(kPinned, kCount);
  const size_t bytes = sizeof(int) * kCount;
  std::memset(source.get(), 1, bytes);
  const auto prepare = [&] {
    if (host_writes) std::memset(numbers.get(), 1, bytes);
    if (kind == kDevice) CHECK(cudaMemset(numbers.get(), 1, bytes));
  };
  const Times times = measure(prepare, [&] {
    if (kind == kDeviceCopied) {
      CHECK(cudaMemcpyAsync(numbers.get(), source.get(), bytes, cudaMemcpyDefault));
    }
    for (int i = 0; i < passes; ++i) add_one<<<1056, 256>>>(numbers.get(), kCount);
  });
  print_row("host_memories", "passes", bytes, passes, kNames[kind], times, "%s", "");
}

__global__ void write_result(int* results, int i) { results[i] = i; }

__global__ void launch_children(int* results) {
  write_result<<<1, 1, 0, cudaStreamFireAndForget>>>(results, threadIdx.x);
}

void measure_results(Kind kind) {
  constexpr int kChildren = 256, kRight = kChildren * (kChildren - 1) / 2;
  const auto results = memory_of<int>(kind == kDeviceCopied ? kDevice : kind, kChildren);
  const auto copies = memory_of<int>(kPageable, kPage / sizeof(int));
  int sum = 0;
  const auto times =
      measure_by_host([] {},
                      [&] {
                        const int* read = results.get();
                        launch_children<<<1, kChildren>>>(results.get());
                        if (kind == kDeviceCopied) {
                          CHECK(cudaMemcpy(copies.get(), results.get(), sizeof(int) * kChildren,
                                           cudaMemcpyDefault));
                          read = copies.get();
                        }
                        CHECK(cudaDeviceSynchronize());
                        sum = 0;
                        for (int i = 0; i < kChildren; ++i) sum += read[i];
                      });
  print_row("host_memories", "results", kChildren, 0, kNames[kind], times, "differing=%d",
            sum != kRight);
}

struct Node {
  int values[1024];
  Node* next;
};

__global__ void walk(Node* first) {
  for (Node* node = first; node != nullptr; node = node->next) node->values[threadIdx.x] += 1;
}

void measure_list(Kind kind, int walks) {
  constexpr int kNodes = 64;
  const auto nodes = memory_of<Node>(kind, kNodes);
  for (int i = 0; i < kNodes; ++i) nodes[i].next = i + 1 < kNodes ? &nodes[i + 1] : nullptr;
  const auto times = measure_by_host([] {},
                                     [&] {
                                       for (int i = 0; i < kNodes; ++i) {
                                         for (int& value : nodes[i].values) value += 1;
                                       }
                                       for (int i = 0; i < walks; ++i)
                                         walk<<<1, 1024>>>(nodes.get());
                                       CHECK(cudaDeviceSynchronize());
                                     });
  print_row("host_memories", "list", kNodes, walks, kNames[kind], times, "%s", "");
}

// ---- What each kind can be had for, and copied.

void measure_copies(Kind kind, size_t bytes) {
  const auto host = memory_of<char>(kind, bytes), device = memory_of<char>(kDevice, bytes);
  const auto written = [&] { std::memset(host.get(), 2, bytes); };
  const auto copy = [&](const char* name, char* to, const char* from) {
    const auto times = measure_by_host(written, [&] {
      CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
      CHECK(cudaDeviceSynchronize());
    });
    print_row("host_memories", name, bytes, 0, kNames[kind], times, "%s", "");
  };
  copy("copy_in", device.get(), host.get());
  copy("copy_out", host.get(), device.get());
}

__global__ void sleep_for(int microseconds) {
  for (int slept = 0; slept < microseconds; slept += 100) __nanosleep(100'000);
}

void measure_returns(Kind kind) {
  const auto memory = memory_of<char>(kind, kPage), device = memory_of<char>(kDevice, kPage);
  const auto returns = [&](const char* name, char* to, const char* from) {
    const auto times =
        measure_by_host([] {}, [&] { CHECK(cudaMemcpyAsync(to, from, kPage, cudaMemcpyDefault)); },
                        [] { sleep_for<<<1, 1>>>(20'000); });
    print_row("host_memories", name, kPage, 0, kNames[kind], times, "%s", "");
  };
  returns("returns_in", device.get(), memory.get());
  returns("returns_out", memory.get(), device.get());
}

void measure_allocation(Kind kind) {
  constexpr size_t kBytes = 64 * kMegabyte;
  void* memory = nullptr;
  const auto get = [&] { memory = allocate(kind, kBytes); };
  const auto back = [&] { give_back(kind, memory); };
  get();
  const Times got = measure_by_host(back, get);
  back();
  const Times given = measure_by_host(get, back);
  print_row("host_memories", "allocate", kBytes, 0, kNames[kind], got, "%s", "");
  print_row("host_memories", "give_back", kBytes, 0, kNames[kind], given, "%s", "");
}

int main() {
  print_header();
  for (const Kind kind : {kPinned, kRegistered, kManaged, kDevice, kDeviceCopied}) {
    for (const int passes : {1, 2, 4, 10, 20, 40, 100}) measure_passes(kind, passes);
  }
  for (const Kind kind : {kPinned, kManaged, kDeviceCopied}) measure_results(kind);
  for (const Kind kind : {kPinned, kManaged}) {
    for (const int walks : {1, 2, 5, 20}) measure_list(kind, walks);
  }
  for (const Kind kind : {kPageable, kPinned, kRegistered, kManaged}) {
    for (const size_t bytes : {kPage, kMegabyte, 256 * kMegabyte}) measure_copies(kind, bytes);
  }
  for (const Kind kind : {kPageable, kPinned, kRegistered, kManaged}) measure_returns(kind);
  for (const Kind kind : {kPageable, kPinned, kRegistered, kManaged, kDevice}) {
    measure_allocation(kind);
  }
}
