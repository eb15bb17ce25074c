// Every access of a watched run comes here: there is no memory that its threads may access without
// asking (current.cpp).
#include "checker/shadow/threads.h"

#include <algorithm>

#include "checker/order/order.h"
#include "checker/shadow/bytes.h"
#include "checker/shadow/shadow.h"
#include "checker/state.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

/// Of a grid; whoever reads more has read a lot.
constexpr std::size_t kMostPairs = std::size_t{1} << 20;

ThreadReads::OfGrid& reads_of(const Work& grid, bool texels = false) {
  const auto [all, is_new] = state.shadow.threads.by_grid.try_emplace({&grid, texels});
  if (is_new) {
    all->second.reads = &state.shadow.threads.by_kernel[{grid.info.kernel, !grid.parent, texels}];
    all->second.reads->texels = texels;
    if (!all->second.reads->reader) all->second.reads->reader = &grid.info;
  }
  return all->second;
}

/// Memsets tell nothing.
bool tells_something(const Work* writer) {
  return writer && writer->info.kernel.find("emset") == std::string_view::npos;
}

/// Whether something else than the grid has written the word, while the program ran.
bool was_there_before(std::uintptr_t address, const Work* grid) {
  const Cell* const cell = cell_of(address);
  if (!cell) return false;
  const Stamp write = byte_cell(*cell, address & 3).write;
  return phase_of(write) > kBeginning && !is_outside({.write = write, .read = 0}) &&
         work_of(write) != grid && tells_something(work_of(write));
}

/// Which may be more than before.
void grow(std::size_t& most, std::size_t now_so_many, ReadByThreads& reads, const void* site) {
  if (now_so_many <= most) return;
  most = now_so_many;
  reads.site = site;
}

/// By number, in the grid.
std::uint64_t this_thread() { return now.block->linear << kThreadBits | now.position.thread; }

void note_word(std::uintptr_t word, const Work& grid, const Access& access) {
  const void* const site = access.site;
  ThreadReads::OfGrid& all = reads_of(grid, access.texel);
  ReadByThreads& reads = *all.reads;
  if (all.pairs.size() >= kMostPairs) {
    reads.by_one = reads.by_several = kMostPairs;
    return;
  }
  const std::uint64_t thread = this_thread();
  if (!all.pairs.emplace(std::pair(thread, word), true).second) return;
  grow(reads.by_one, ++all.words[thread], reads, site);
  if (++all.threads[word] == 2) grow(reads.by_several, ++all.by_several, reads, site);
}

MemoryKind kind_of(std::uintptr_t address) {
  const memory::Allocation* const found = memory::find(address);
  if (found && found->kind == memory::Kind::kPinned) return MemoryKind::kPinned;
  if (found && found->kind == memory::Kind::kManaged) return MemoryKind::kManaged;
  return MemoryKind::kDevice;
}

void note_kind(const Access& access, std::uint32_t words, const Work& grid) {
  ReadByThreads& reads = *reads_of(grid).reads;
  const auto kind = static_cast<std::size_t>(kind_of(access.address));
  if (!access.writes || access.updates) reads.read_in[kind] += words;
  if (access.writes) reads.written_in[kind] += words;
}

void note_written(std::uintptr_t word, const Work& grid, const void* site) {
  ThreadReads::OfGrid& all = reads_of(grid);
  ReadByThreads& reads = *all.reads;
  if (all.written.size() >= kMostPairs) {
    reads.written_by_one = kMostPairs;
    return;
  }
  const std::uint64_t thread = this_thread();
  if (!all.written.emplace(std::pair(thread, word), true).second) return;
  const std::size_t words = ++all.words_written[thread];
  if (words <= reads.written_by_one) return;
  reads.written_by_one = words;
  reads.written_at = site;
}

void note_atomic(std::uintptr_t address, const Work& grid) {
  ThreadReads::OfGrid& all = reads_of(grid);
  ++all.reads->atomics;
  all.reads->on_one = std::max(all.reads->on_one, ++all.atomics[address]);
}

}  // namespace

void watch_threads() { now.watches_threads = true; }

void note_thread(const Access& access) noexcept {
  const std::uintptr_t first = access.address, end = first + access.size;
  const Work* const grid = now.block->work;
  if (now.on_host || grid->info.kind != WorkInfo::Kind::kGrid ||
      first - now.shared_begin < now.shared_size)
    return;
  if (access.updates && access.atomic) note_atomic(first, *grid);
  if (cell_of(first)) note_kind(access, static_cast<std::uint32_t>((end - first + 3) / 4), *grid);
  const bool reads = !access.writes || access.updates;
  for (std::uintptr_t word = first & ~std::uintptr_t{3}; word < end; word += 4) {
    if (access.writes && !access.atomic && cell_of(word)) note_written(word, *grid, access.site);
    if (reads && was_there_before(std::max(word, first), grid)) note_word(word, *grid, access);
  }
}

void each_kernels_threads(const std::function<void(const ReadByThreads&)>& tell) {
  for (const auto& [kernel, reads] : state.shadow.threads.by_kernel) tell(reads);
}

}  // namespace emu::checker
