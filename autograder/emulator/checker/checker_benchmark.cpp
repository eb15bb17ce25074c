// What one checked access costs: the hooks' hot paths, driven as kernels would.
//
// ns per access is the counter `ns`; run with --benchmark_repetitions=9 and read the medians.
#include <benchmark/benchmark.h>

#include "checker/checker.h"
#include "checker/resume.h"
#include "memory/memory.h"

extern "C" {
void __tsan_init();
void __tsan_read4(void*);
void __tsan_write4(void*);
void __tsan_read8(void*);
void __tsan_read1(void*);
void __tsan_write1(void*);
}

namespace emu::checker {
namespace {

constexpr unsigned kThreads = 256;

struct Running {
  explicit Running(unsigned blocks) {
    info.grid = dim3(blocks);
    info.block = dim3(kThreads);
    work = work_created(info, launched());
    work_started(work);
  }
  void end() {
    work_completed(work);
    resume(host, 0, 0);
    join(work);
    host = current();
  }
  static inline Position host = current();
  WorkInfo info;
  Work* work;
};

void go(Position p) { resume(p, memory::kStacksBegin, memory::kStacksBegin + 65536); }

template <class T>
T* device_memory(std::size_t count) {
  auto* p = static_cast<T*>(memory::allocate(memory::Kind::kDevice, 0, count * sizeof(T), nullptr));
  Running copy(1);
  Block* block = block_started(copy.work, {}, 1);
  go({block_phase(block), 0});
  range_access(p, count * sizeof(T), true, nullptr);
  copy.end();
  return p;
}

void set_time_per_access(benchmark::State& state, double accesses) {
  state.counters["ns"] = benchmark::Counter(
      accesses * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// y[i] = a * x[i] + y[i], 4 M elements.
void saxpy(benchmark::State& state) {
  constexpr unsigned kCount = 4 << 20;
  auto* x = device_memory<float>(kCount);
  auto* y = device_memory<float>(kCount);
  for (auto _ : state) {
    Running grid(kCount / kThreads);
    for (unsigned b = 0; b < kCount / kThreads; ++b) {
      Block* block = block_started(grid.work, {b, 0, 0}, kThreads);
      const Phase phase = block_phase(block);
      for (unsigned t = 0; t < kThreads; ++t) {
        const unsigned i = b * kThreads + t;
        go({phase, t});
        __tsan_read4(&x[i]);
        __tsan_read4(&y[i]);
        __tsan_write4(&y[i]);
      }
    }
    grid.end();
  }
  set_time_per_access(state, 3.0 * kCount);
  memory::release(x, memory::Kind::kDevice, nullptr);
  memory::release(y, memory::Kind::kDevice, nullptr);
}
BENCHMARK(saxpy)->Unit(benchmark::kMillisecond);

// C = A * B, 256³, tiles of 16 × 16.
void matmul(benchmark::State& state) {
  constexpr unsigned n = 256, kTile = 16, kTiles = n / kTile;
  auto* a = device_memory<float>(n * n);
  auto* b = device_memory<float>(n * n);
  auto* c = device_memory<float>(n * n);
  auto* shared = static_cast<float*>(
      memory::allocate(memory::Kind::kShared, 0, 2 * kTile * kTile * 4, nullptr));
  auto* as = shared;
  auto* bs = shared + kTile * kTile;
  const auto begin = reinterpret_cast<std::uintptr_t>(shared);
  for (auto _ : state) {
    Running grid(kTiles * kTiles);
    for (unsigned block_number = 0; block_number < kTiles * kTiles; ++block_number) {
      const unsigned bx = block_number % kTiles, by = block_number / kTiles;
      Block* block = block_started(grid.work, {block_number, 0, 0}, kThreads);
      forget(shared, 2 * kTile * kTile * 4);
      set_shared(begin, begin + 2 * kTile * kTile * 4);
      for (unsigned tile = 0; tile < kTiles; ++tile) {
        for (unsigned t = 0; t < kThreads; ++t) {
          const unsigned tx = t % kTile, ty = t / kTile;
          go({block_phase(block), t});
          __tsan_read4(&a[(by * kTile + ty) * n + tile * kTile + tx]);
          __tsan_write4(&as[t]);
          __tsan_read4(&b[(tile * kTile + ty) * n + bx * kTile + tx]);
          __tsan_write4(&bs[t]);
        }
        barrier(block, {});
        for (unsigned t = 0; t < kThreads; ++t) {
          const unsigned tx = t % kTile, ty = t / kTile;
          go({block_phase(block), t});
          for (unsigned k = 0; k < kTile; ++k) {
            __tsan_read4(&as[ty * kTile + k]);
            __tsan_read4(&bs[k * kTile + tx]);
          }
        }
        barrier(block, {});
      }
      for (unsigned t = 0; t < kThreads; ++t) {
        go({block_phase(block), t});
        __tsan_write4(&c[(by * kTile + t / kTile) * n + bx * kTile + t % kTile]);
      }
    }
    grid.end();
  }
  set_time_per_access(state, 2.0 * n * n * n + 4.0 * kTiles * n * n + n * n);
}
BENCHMARK(matmul)->Unit(benchmark::kMillisecond);

// Sums of 1 M in shared memory, blocks of 256.
void reduction(benchmark::State& state) {
  constexpr unsigned kCount = 1 << 20, kBlocks = kCount / kThreads;
  auto* in = device_memory<int>(kCount);
  auto* out = device_memory<int>(kBlocks);
  auto* s = static_cast<int*>(memory::allocate(memory::Kind::kShared, 0, kThreads * 4, nullptr));
  const auto begin = reinterpret_cast<std::uintptr_t>(s);
  for (auto _ : state) {
    Running grid(kBlocks);
    for (unsigned b = 0; b < kBlocks; ++b) {
      Block* block = block_started(grid.work, {b, 0, 0}, kThreads);
      forget(s, kThreads * 4);
      set_shared(begin, begin + kThreads * 4);
      for (unsigned t = 0; t < kThreads; ++t) {
        go({block_phase(block), t});
        __tsan_read4(&in[b * kThreads + t]);
        __tsan_write4(&s[t]);
      }
      for (unsigned half = kThreads / 2; half > 0; half /= 2) {
        barrier(block, {});
        for (unsigned t = 0; t < kThreads; ++t) {
          go({block_phase(block), t});
          if (t >= half) continue;
          __tsan_read4(&s[t + half]);
          __tsan_read4(&s[t]);
          __tsan_write4(&s[t]);
        }
      }
      barrier(block, {});
      go({block_phase(block), 0});
      __tsan_read4(&s[0]);
      __tsan_write4(&out[b]);
    }
    grid.end();
  }
  set_time_per_access(state, kCount * 2.0 + kBlocks * (255 * 3.0 + 2));
}
BENCHMARK(reduction)->Unit(benchmark::kMillisecond);

// One access again and again, by the thread that made it before.
template <void (*kHook)(void*)>
void again(benchmark::State& state) {
  auto* p = device_memory<int>(1024);
  Running grid(1);
  go({block_phase(block_started(grid.work, {}, kThreads)), 3});
  unsigned i = 0;
  for (auto _ : state) kHook(&p[i++ % 512 * 2]);
  grid.end();
}
BENCHMARK(again<__tsan_read4>)->Name("read4 again");
BENCHMARK(again<__tsan_write4>)->Name("write4 again");
BENCHMARK(again<__tsan_read8>)->Name("read8 again");

// Bytes of one word by different threads.
void bytes(benchmark::State& state) {
  auto* p = device_memory<char>(1 << 20);
  for (auto _ : state) {
    Running grid(4096);
    for (unsigned b = 0; b < 4096; ++b) {
      const Phase phase = block_phase(block_started(grid.work, {b, 0, 0}, kThreads));
      for (unsigned t = 0; t < kThreads; ++t) {
        go({phase, t});
        __tsan_read1(&p[b * kThreads + t]);
        __tsan_write1(&p[b * kThreads + t]);
      }
    }
    grid.end();
  }
  set_time_per_access(state, 2.0 * (1 << 20));
}
BENCHMARK(bytes)->Unit(benchmark::kMillisecond);

// First writes to fresh memory, and what a copy to the device costs.
void first_touch_of_4_mb(benchmark::State& state) {
  constexpr unsigned kCount = 1 << 20;
  for (auto _ : state) {
    auto* p = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, kCount * 4, nullptr));
    Running grid(1);
    go({block_phase(block_started(grid.work, {}, kThreads)), 3});
    for (unsigned i = 0; i < kCount; ++i) __tsan_write4(&p[i]);
    grid.end();
    memory::release(p, memory::Kind::kDevice, nullptr);
  }
  set_time_per_access(state, kCount);
}
BENCHMARK(first_touch_of_4_mb)->Unit(benchmark::kMillisecond);

void copy_of_4_mb(benchmark::State& state) {
  auto* p = device_memory<int>(1 << 20);
  for (auto _ : state) {
    Running copy(1);
    go({block_phase(block_started(copy.work, {}, 1)), 0});
    range_access(p, 4 << 20, true, nullptr);
    copy.end();
  }
  set_time_per_access(state, 1 << 20);
}
BENCHMARK(copy_of_4_mb)->Unit(benchmark::kMillisecond);

// A million launches, each in a tail of the one before; a block and a barrier each.
void order_of_launches(benchmark::State& state) {
  Running first(1);
  Position launch = launched();
  Work* previous = first.work;
  for (auto _ : state) {
    Work* work = work_created(first.info, launch);
    work_after(work, previous);
    work_started(work);
    Block* block = block_started(work, {}, 32);
    go({block_phase(block), 0});
    launch = launched();
    barrier(block, {});
    block_ended(block);
    previous = work;
  }
}
BENCHMARK(order_of_launches);

}  // namespace
}  // namespace emu::checker

int main(int argc, char** argv) {
  __tsan_init();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
