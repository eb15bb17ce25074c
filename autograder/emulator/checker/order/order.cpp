#include "checker/order/order.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "checker/current.h"
#include "checker/order/release.h"
#include "checker/resume.h"
#include "checker/state.h"
#include "memory/own.h"

namespace emu::checker {

namespace {

constexpr Phase kLastPhase = (1u << kPhaseBits) - (1u << 20);  // above: see is_reader_set

void out_of_phases() {
  if (!now.enabled) return;
  set_enabled(false);
  diagnose({.rule = "race",
            .severity = Severity::kWarning,
            .message = "this run is too long for the race checker (268 million steps between "
                       "synchronizations): it is off from here on",
            .where = {},
            .other = {},
            .cites = {}});
}

Block& new_block(Work& work, std::uint64_t linear, unsigned threads) {
  if (state.order.block_count + 1 == kMaxBlocks) out_of_phases();
  Block& block =
      blocks[state.order.block_count + 1 < kMaxBlocks ? state.order.block_count++ : kMaxBlocks - 1];
  block = {};
  block.work = &work;
  block.linear = linear;
  block.threads = threads;
  ++work.blocks_started;
  return block;
}

/// A fence after the latest barrier implies all fences before it that are not for more threads.
/// Sorts by thread.
void drop_implied(std::vector<Publication>& fenced) {
  std::array<Phase, 3> base{};  // for fences of at most this scope
  for (const Publication& p : fenced)
    for (std::size_t scope = 0; scope <= static_cast<std::size_t>(p.scope); ++scope)
      base[scope] = std::max(base[scope], phases[p.at.phase].block_base);
  std::erase_if(fenced, [&base](const Publication& p) {
    return p.at.phase < base[static_cast<std::size_t>(p.scope)];
  });
  const auto key = [](const Publication& p) { return std::pair(p.at.thread, p.at.phase); };
  std::sort(fenced.begin(), fenced.end(),
            [key](const Publication& a, const Publication& b) { return key(a) < key(b); });
  const auto same = [key](const Publication& a, const Publication& b) { return key(a) == key(b); };
  fenced.erase(std::unique(fenced.begin(), fenced.end(), same), fenced.end());
}

/// Whether every thread of the block has made a fence since its latest barrier.
bool all_fenced(const Block& block, const std::vector<Publication>& fenced) {
  if (fenced.size() < block.threads) return false;
  std::uint32_t wanted = 0;
  for (const Publication& p : fenced)
    if (p.at.thread == wanted && p.at.phase >= block.phase) ++wanted;
  return wanted == block.threads;
}

/// When every thread has fenced, one position speaks for all, in a phase that is opened for it: it
/// knows of the block's phase, and not of what the threads did after their fences. Where threads
/// came to their fences in phases of their own, it knows of these writes, too.
/// Fences for more threads than all have fenced for stay as they are.
void unite_fences(Block& block, std::vector<Publication>& fenced) {
  for (const Scope scope : {Scope::kSystem, Scope::kDevice, Scope::kBlock}) {
    std::vector<Publication> wide = fenced;
    std::erase_if(wide, [scope](const Publication& p) { return p.scope < scope; });
    if (!all_fenced(block, wide)) continue;
    std::erase_if(fenced, [scope](const Publication& p) { return p.scope <= scope; });
    // A list of all their positions would be long where threads did more than fence.
    const bool others = std::ranges::any_of(
        wide, [&block](const Publication& p) { return p.at.phase > block.phase; });
    if (others) {
      fenced.push_back({{state.order.next, 0}, scope, state.order.next});
      return;
    }
    const Phase behind = block.phase + 1;
    const Phase at = open_phase(block, behind, behind, phases[block.phase].extra);
    fenced.push_back(
        {{at, block.threads}, scope, state.order.next});  // a thread that has done nothing since
    return;
  }
}

/// Adds the works of `more` that are not in the list.
const Joined* with_all(const Joined* list, const Joined* more) {
  const Joined* const shared = list;
  for (const Joined* j = more; j && j != shared; j = j->next) {
    const Joined* known = list;
    while (known && known->work != j->work) known = known->next;
    if (!known) list = new Joined{j->work, list};
  }
  return list;
}

/// What all of these phases' extras say together, seen from one new phase.
Extra united(std::span<const Position> positions, Phase of_block) {
  Extra all = extra_of(of_block);
  all.passed = unite(all.passed, all.unfenced);
  all.unfenced = nullptr;
  for (const Position& p : positions) {
    if (&p != positions.data() && phases[p.phase].extra == phases[(&p)[-1].phase].extra) continue;
    const Extra& one = extra_of(p.phase);
    all.knowledge = unite(all.knowledge, one.knowledge);
    all.passed = unite(all.passed, unite(one.passed, one.unfenced));
    all.joined = with_all(all.joined, one.joined);
    all.watermark = std::max(all.watermark, one.watermark);
    all.grid_base = std::max(all.grid_base, one.grid_base);
    if (one.cluster_base > all.cluster_base)
      all.cluster_base = one.cluster_base, all.cluster = one.cluster;
    all.fenced.insert(all.fenced.end(), one.fenced.begin(), one.fenced.end());
  }
  drop_implied(all.fenced);
  all.lane_base = nullptr;
  return all;
}

bool is_plain(const Extra& e) {
  return !e.knowledge && !e.passed && !e.unfenced && !e.joined && e.watermark == 0 &&
         e.grid_base == 0 && e.cluster_base == 0 && e.fenced.empty() && !e.lane_base;
}

/// The extra that threads at `positions` have who did nothing but wait for what their grid
/// overlaps, or have none: all of a grid's blocks share it. 0 where it is not like that.
std::uint32_t extra_of_waits(std::span<const Position> positions) {
  std::uint32_t common = 0;
  for (const Position& p : positions) {
    const std::uint32_t number = phases[p.phase].extra;
    if (number == 0 || number == common) continue;
    if (common != 0) return 0;
    common = number;
  }
  const Extra& extra = state.order.extras[common];
  return extra.joined && extra.fenced.empty() && !extra.lane_base && !extra.unfenced ? common : 0;
}

std::uint32_t keep_united(Block& block, std::span<const Position> apart) {
  const std::uint32_t known = phases[block.phase].extra;
  if (known == 0)
    if (const std::uint32_t number = extra_of_waits(apart)) return number;
  const bool nothing_new = std::all_of(apart.begin(), apart.end(), [known](const Position& p) {
    return phases[p.phase].extra == 0 || phases[p.phase].extra == known;
  });
  if (nothing_new) return known;
  Extra extra = united(apart, block.phase);
  unite_fences(block, extra.fenced);
  return keep_extra(std::move(extra));
}

}  // namespace

// ---- Phases -------------------------------------------------------------------------------------

const Extra& extra_of(Phase phase) { return state.order.extras[phases[phase].extra]; }

std::uint32_t keep_extra(Extra extra) {
  if (is_plain(extra)) return 0;
  state.order.extras.push_back(std::move(extra));
  return static_cast<std::uint32_t>(state.order.extras.size() - 1);
}

Phase next_phase() { return state.order.next; }

std::uint64_t host_phases(Phase from, Phase to) {
  const auto first = std::lower_bound(state.order.of_host.begin(), state.order.of_host.end(), from);
  return static_cast<std::uint64_t>(std::upper_bound(first, state.order.of_host.end(), to) - first);
}

Phase open_phase(Block& block, Phase block_base, Phase warp_base, std::uint32_t extra) {
  if (state.order.next == kLastPhase) {
    out_of_phases();
    --state.order.next;
  }
  const Phase phase = state.order.next++;
  phases[phase] = {static_cast<std::uint32_t>(&block - blocks), block_base, warp_base, extra};
  if (block.latest + 1 != phase || block.latest == 0) block.contiguous_from = phase;
  block.latest = phase;
  ++block.work->tree_phases;
  if (&block == blocks) state.order.of_host.push_back(phase);
  return phase;
}

void begin_order() {
  memory::reserve_table_at(kPhasesAt, kPhasesSize);
  memory::reserve_table_at(kBlocksAt, kBlocksSize);
  state.order.the_host = new Work;
  state.order.works.push_back(state.order.the_host);
  state.order.the_host->info.kind = WorkInfo::Kind::kHost;
  state.order.the_host->info.kernel = "the host";
  Block& block = new_block(*state.order.the_host, 0, 1);
  open_phase(block, 0, 0, 0);  // kBeginning
  block.phase = open_phase(block, 0, 0, 0);
  state.order.the_host->start = 0;
  state.order.the_host->watermark = block.phase;
  stand_at({block.phase, 0});
}

void move_on(std::uint32_t extra) {
  const Position old = now.position;
  const PhaseInfo info = phases[old.phase];
  const Phase phase = open_phase(*now.block, info.block_base, info.warp_base, extra);
  if (now.on_host) now.block->phase = phase;
  stand_at({phase, old.thread});
}

// ---- Blocks -------------------------------------------------------------------------------------

Block* block_started(Work* work, uint3 index, unsigned threads) {
  if (work == state.order.the_host) return blocks;
  const dim3 grid = work->info.grid;
  const std::uint64_t linear = index.x + grid.x * (index.y + std::uint64_t{grid.y} * index.z);
  Block& block = new_block(*work, linear, threads);
  block.phase = open_phase(block, 0, 0, 0);
  return &block;
}

Phase block_phase(const Block* block) { return block->phase; }

void block_ended(Block*) {}

Phase barrier(Block* block, std::span<const Position> apart) {
  const std::uint32_t extra = keep_united(*block, apart);
  block->phase = open_phase(*block, state.order.next, state.order.next, extra);
  return block->phase;
}

Phase warp_barrier(Block* block, unsigned warp, std::uint32_t mask,
                   std::span<const Position> lanes) {
  const unsigned members = std::min(32u, block->threads - warp * 32);
  const std::uint32_t all = members == 32 ? ~0u : (1u << members) - 1;
  Phase block_base = 0, warp_base = 0;
  std::array<Phase, 32> lane_base{};
  bool extra_needed = (mask & all) != all;
  for (const Position& p : lanes) {
    const PhaseInfo& info = phases[p.phase];
    block_base = std::max(block_base, info.block_base);
    warp_base = std::max(warp_base, info.warp_base);
    if (const auto* bases = extra_of(p.phase).lane_base)
      for (unsigned lane = 0; lane < 32; ++lane)
        lane_base[lane] = std::max(lane_base[lane], (*bases)[lane]);
    extra_needed = extra_needed || info.extra != 0;
  }
  const bool whole = (mask & all) == all;
  std::uint32_t number = whole ? extra_of_waits(lanes) : 0;
  if (extra_needed && number == 0) {
    Extra extra = united(lanes, lanes.empty() ? block->phase : lanes[0].phase);
    if (!whole) {
      for (unsigned lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) lane_base[lane] = state.order.next;
      extra.lane_base = new std::array<Phase, 32>(lane_base);
    }
    number = keep_extra(std::move(extra));
  }
  return open_phase(*block, block_base, whole ? state.order.next : warp_base, number);
}

namespace {

/// What the blocks know together that have met.
Extra united(std::span<Block* const> met, std::span<const Position> apart) {
  Extra extra = united(apart, met[0]->phase);
  for (const Block* block : met) {
    const Extra& one = extra_of(block->phase);
    extra.knowledge = unite(extra.knowledge, one.knowledge);
    extra.passed = unite(extra.passed, one.passed);
    extra.grid_base = std::max(extra.grid_base, one.grid_base);
  }
  extra.fenced.clear();
  return extra;
}

void go_on_from(std::span<Block* const> met, Extra extra) {
  const std::uint32_t number = keep_extra(std::move(extra));
  for (Block* block : met)
    block->phase = open_phase(*block, state.order.next, state.order.next, number);
  if (now.block && now.block->work == met[0]->work) {
    if (now.awaits_store) see_store();  // what is told of it names this block
    now.block = nullptr;
    stand_at(now.position);
  }
}

}  // namespace

void grid_barrier(std::span<Block* const> met, std::span<const Position> apart) {
  if (met.empty()) return;
  Extra extra = united(met, apart);
  extra.grid_base = state.order.next;
  go_on_from(met, std::move(extra));
}

void form_cluster(std::span<Block* const> members) {
  if (members.size() < 2) return;
  ++state.order.clusters;
  for (Block* block : members) block->cluster = state.order.clusters;
}

void cluster_barrier(std::span<Block* const> met, std::span<const Position> apart) {
  if (met.empty()) return;
  Extra extra = united(met, apart);
  extra.cluster = met[0]->cluster;
  extra.cluster_base = extra.cluster == 0 ? 0 : state.order.next;
  go_on_from(met, std::move(extra));
}

// ---- The running thread -------------------------------------------------------------------------

Work* host_work() { return state.order.the_host; }

Position launched() {
  const Position here = now.position;
  if (now.on_host)
    host_moves_on();
  else
    move_on(phases[here.phase].extra);
  return here;
}

void fence(Scope scope) {
  if (now.on_host || !now.enabled) return;
  Extra extra = extra_of(now.position.phase);
  std::erase_if(extra.fenced, [scope](const Publication& p) { return p.scope <= scope; });
  extra.fenced.push_back({now.position, scope, state.order.next});
  acquire_by_fence(extra, scope);
  move_on(keep_extra(std::move(extra)));
}

}  // namespace emu::checker
