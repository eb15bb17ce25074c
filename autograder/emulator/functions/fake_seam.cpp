// The seam of a device of one thread.
#include "functions/fake_seam.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "emulator/cluster_seam.h"
#include "emulator/launch_templates.h"
#include "emulator/library_seam.h"
#include "emulator/program.h"

// The built-in variables are const for user code and written by the scheduler, which is us here:
// each has a second name under which it is const.
extern "C" {
uint3 fake_thread_index{0, 0, 0};
uint3 fake_block_index{0, 0, 0};
dim3 fake_block_extent(32);
dim3 fake_grid_extent(1);
}
extern const uint3 threadIdx __attribute__((alias("fake_thread_index")));
extern const uint3 blockIdx __attribute__((alias("fake_block_index")));
extern const dim3 blockDim __attribute__((alias("fake_block_extent")));
extern const dim3 gridDim __attribute__((alias("fake_grid_extent")));

namespace fake {

Seam& seam() {
  static Seam one;
  return one;
}

void reset(dim3 block) {
  seam() = Seam();
  fake_block_extent = block;
  fake_thread_index = {0, 0, 0};
}

void as_thread(uint3 thread, const std::function<void()>& body) {
  fake_thread_index = thread;
  body();
}

namespace {

void note(const std::string& call) { seam().calls.push_back(call); }

std::string hex(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "%x", mask);
  return text;
}

}  // namespace

}  // namespace fake

namespace emu {

using fake::note;
using fake::seam;

detail::Word detail::enter_program(Word function, Word first, Word second, Word third) {
  return reinterpret_cast<Word (*)(Word, Word, Word)>(function)(first, second, third);
}

void stage(KernelIdentity& identity, const KernelBody& body, const void* arguments,
           const std::initializer_list<Argument>&) {
  note(std::string("stage ") + identity.name);
  // Runs the one thread at once.
  body.run(const_cast<void*>(arguments));
}

cudaError_t launch_checked(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                           const LaunchAttributes& attributes, SourceLocation where) {
  seam().launches.push_back(
      {grid, block, shared_bytes, stream, attributes.cooperative, where.line()});
  return cudaSuccess;
}

int sync_threads(BlockVote vote, int predicate, const void*) {
  note("sync_threads");
  if (vote == BlockVote::kNone) return 0;
  return vote == BlockVote::kCount ? predicate != 0 : predicate;
}

void sync_warp(std::uint32_t mask, const void*) { note("sync_warp " + fake::hex(mask)); }
void sync_grid(const void*) { note("sync_grid"); }
ClusterPlace cluster_place() { return {{1, 1, 1}, {0, 0, 0}, gridDim, blockIdx, false}; }
void sync_cluster(const void*) { note("sync_cluster"); }
void arrive_at_cluster_barrier(bool relaxed, const void*) {
  note(relaxed ? "arrive_at_cluster_barrier relaxed" : "arrive_at_cluster_barrier");
}
void wait_at_cluster_barrier(const void*) { note("wait_at_cluster_barrier"); }
void* map_to_rank(const void* address, unsigned, const void*) { return const_cast<void*>(address); }
unsigned rank_of_shared(const void*, const void*) { return 0; }
bool is_in_cluster(const void*) { return true; }
void gather_in_tile(const char* name, unsigned, const TileValues& values, const void*) {
  note(name);
  for (unsigned i = 0; i < values.count; ++i)
    std::memcpy(static_cast<char*>(values.out) + i * values.bytes, values.mine, values.bytes);
}
bool grid_is_cooperative() { return true; }
void trigger_dependents() { note("trigger_dependents"); }
void wait_for_earlier(const char* name, const void*) { note(name); }

unsigned lane_id() { return fake_thread_index.x & 31; }

std::uint64_t value_of_absent(unsigned lane, unsigned source) { return 5000 + 32 * lane + source; }
std::uint64_t warp_operation(const char* name, std::uint32_t mask, LaneOperand mine,
                             WarpFunction compute, const void*) {
  note(name);
  const unsigned self = lane_id();
  LaneOperand in[32];
  for (unsigned lane = 0; lane < 32; ++lane) in[lane] = {seam().lane_values[lane], mine.operand};
  in[self] = mine;
  std::uint64_t out[32] = {};
  compute(in, mask, out);
  return out[self];
}

std::uint32_t active_mask(const void*) { return seam().active; }

void count_operation(const char*, const void*) {}

void use_old_value() {}

void atomic_access(const volatile void* address, std::size_t size, Scope scope, const void*,
                   Atomic) {
  note(scope == Scope::kBlock    ? "atomic block"
       : scope == Scope::kDevice ? "atomic device"
                                 : "atomic system");
  seam().accesses.push_back({address, size, true});
}

void fence(Scope scope) {
  note(scope == Scope::kBlock    ? "fence block"
       : scope == Scope::kDevice ? "fence device"
                                 : "fence system");
}

void access(const volatile void* address, std::size_t size, bool writes, const void*) {
  seam().accesses.push_back({address, size, writes});
}

void texel_access(const void* texel, std::size_t size, const void* site) {
  access(texel, size, false, site);
}
void copy_asynchronously(void* to, const void* from, std::size_t size, std::size_t zeros,
                         const void* site) {
  access(from, size - zeros, false, site);
  access(to, size, true, site);
  std::memcpy(to, from, size - zeros);
  std::memset(static_cast<char*>(to) + size - zeros, 0, zeros);
}
void ordered_access(const char*, const volatile void*, std::size_t, AtomicStep, int, Scope,
                    const void*) {}
void poll(const volatile void*, std::size_t, const void*) {}
void store_announced(void*, const void*, std::size_t) {}
void commit_copies() {}
void hand_copies_to(const void*) {}
void finish_copies_of(const void*) {}
void forget_copies_of(const void*) {}
void wait_for_copies(std::size_t) {}
void wait_for_all_copies() {}

Space space_of(const void*) { return Space::kGlobal; }
extern "C" {
std::uint64_t emulator_issued = 0;
}
std::uint64_t clock_cycles() { return 1234; }
void sleep_ns(unsigned) { note("sleep"); }
void inline_ptx(const char*, const char*) {}
bool ptx_carry() { return false; }
void keep_ptx_carry(bool) {}
void note_kernel_pointer(const void*, const KernelPointer&) {}
void trap() { throw std::string("trap"); }
bool on_device() { return seam().device; }

}  // namespace emu
