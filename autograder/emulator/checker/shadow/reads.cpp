// A word counts when a block reads it for the first time since it was written, which is seldom; a
// pair of kernels that has read many words is not looked at any more.
#include "checker/shadow/reads.h"

#include "checker/order/order.h"
#include "checker/shadow/writers.h"
#include "checker/state.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

/// Of an arena's cell the address; 0 of a variable's.
std::uintptr_t address_of(const Cell* cell) {
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(cell) >> 2;
  return memory::in_arena(reinterpret_cast<const void*>(address)) ? address : 0;
}

bool is_grid(const Work* work) { return work && work->info.kind == WorkInfo::Kind::kGrid; }

Writers who_wrote(Stamp write, const Work* writer, const Work* reader) {
  const Work* const launched = child_towards(const_cast<Work*>(writer), const_cast<Work*>(reader));
  if (!launched) return Writers::kNoAncestor;
  if (work_of(write) != writer) return Writers::kLaunchingThread;  // a copy has brought it
  const Position by = launched->launched_at;
  if (&block_at(phase_of(write)) != &block_at(by.phase)) return Writers::kOtherBlock;
  return thread_of(write) == by.thread ? Writers::kLaunchingThread : Writers::kItsBlock;
}

}  // namespace

void watch_reads() { now.watches_reads = true; }

void note_read(const Cell* cell, Stamp write) noexcept {
  const Phase phase = phase_of(write);
  if (now.on_host || phase <= kBeginning || is_outside({.write = write, .read = 0})) return;
  const Work* const reader = now.block->work;
  const Work* writer = work_of(write);
  if (writer == reader || !is_grid(reader)) return;
  if (!is_grid(writer)) writer = brought_by(address_of(cell), writer);
  if (!is_grid(writer) || writer == reader) return;
  ReadPair& pair = state.shadow.reads[{writer->info.kernel, reader->info.kernel,
                                       writer->info.device, reader->info.device, !reader->parent,
                                       reader->parent == writer, who_wrote(write, writer, reader)}];
  if (pair.words.size() >= kMostWordsRead) return;
  if (!pair.writer) pair.writer = &writer->info, pair.reader = &reader->info;
  pair.words.insert(cell);
}

void each_read(const std::function<void(const WordsRead&)>& tell) {
  for (const auto& [kind, pair] : state.shadow.reads)
    tell({pair.writer, pair.reader, kind.by, pair.words.size()});
}

}  // namespace emu::checker
