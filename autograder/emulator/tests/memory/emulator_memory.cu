// Pointers made of numbers into the emulator's own memory: its shadow memory, which lies at a fixed
// address, and its variables, which /proc tells. A program that could write there could forge what
// is said of it, so it ends at the first such access.
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "../modes.h"

int* shadow() { return reinterpret_cast<int*>(std::uintptr_t{0x4040} << 32); }

/// The last writable part of libemulator.so; its first half may be read-only by now.
char* variables() {
  std::ifstream maps("/proc/self/maps");
  std::uintptr_t begin = 0;
  for (std::string line; std::getline(maps, line);)
    if (line.find("libemulator.so") != line.npos && line.find(" rw-p ") != line.npos)
      begin = std::stoull(line, nullptr, 16);
  return reinterpret_cast<char*>(begin) + 64;
}

__global__ void write_to(int* p) { *p = 1; }
__global__ void read_from(const int* p, int* out) { *out = *p; }

int* device_int() {
  int* p = nullptr;
  cudaMalloc(&p, sizeof *p);
  cudaMemset(p, 0, sizeof *p);
  return p;
}

int read_by_host = 0;
volatile std::size_t four = 4;  // a size that compilers do not know

void it_goes_on() { std::printf("it went on\n"); }

int main(int count, char** arguments) {
  return run_mode(
      count, arguments,
      {
          {"host_writes", [] { *shadow() = 1, it_goes_on(); }},
          {"host_reads", [] { read_by_host = *shadow(), it_goes_on(); }},
          {"host_updates_atomically", [] { __atomic_fetch_add(shadow(), 1, __ATOMIC_SEQ_CST); }},
          {"host_fills", [] { std::memset(variables(), 0, four), it_goes_on(); }},
          {"host_copies_from", [] { std::memcpy(&read_by_host, variables(), four), it_goes_on(); }},
          {"host_writes_a_variable", [] { *variables() = 1, it_goes_on(); }},
          {"cuda_copies_to",
           [] { cudaMemcpy(variables(), device_int(), 4, cudaMemcpyDeviceToHost), it_goes_on(); }},
          {"cuda_copies_from",
           [] { cudaMemcpy(device_int(), shadow(), 4, cudaMemcpyHostToDevice), it_goes_on(); }},
          {"cuda_hands_back_to", [] { cudaGetDevice((int*)variables()), it_goes_on(); }},
          {"cuda_tells_a_limit_to",
           [] {
             cudaDeviceGetLimit((size_t*)variables(), cudaLimitMaxL2FetchGranularity), it_goes_on();
           }},
          {"cuda_tells_of_a_graph_to",
           [] {
             cudaGraph_t graph = nullptr;
             cudaGraphExec_t ready = nullptr;
             cudaGraphCreate(&graph, 0);
             cudaGraphInstantiateWithParams(&ready, graph, (cudaGraphInstantiateParams*)variables()),
                 it_goes_on();
           }},
          {"cuda_tells_a_block_size_to",
           [] {
             int blocks = 0;
             cudaOccupancyMaxPotentialBlockSize(&blocks, (int*)variables(), write_to), it_goes_on();
           }},
          {"cuda_allocates_to", [] { cudaMalloc((void**)variables(), 4), it_goes_on(); }},
          {"kernel_writes",
           [] {
             write_to<<<1, 1>>>(reinterpret_cast<int*>(variables())), cudaDeviceSynchronize();
           }},
          {"kernel_reads",
           [] { read_from<<<1, 1>>>(shadow(), device_int()), cudaDeviceSynchronize(); }},
      });
}
