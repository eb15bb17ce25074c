// Happens-before, computed from structure: phases of blocks, and works that wait for each other.
//
// Within a block, numbers answer: everything in phases below `block_base` is ordered before.
// Between works the question is whether the stamp is ordered before the later work's start:
// complete(E) covers tree(E) and all that was ordered before start(E); the launch covers the
// launcher's past (M2, M5, N4). A *watermark* answers most questions with one comparison: every
// phase below it is ordered before the work's start. The rest is a search through works that
// started after the stamp.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "checker/checker.h"
#include "checker/shadow/stamp.h"
#include "memory/own.h"

namespace emu::checker {

struct AcquiredSet;  // what was acquired from others: see release.h
struct Joined;

/// A block's (or copy's, or the host's) identity and where it stands. Never freed.
class Block {
 public:
  Work* work;
  std::uint64_t linear;  // index in the grid
  std::uint32_t threads;
  Phase phase;            // of threads that did nothing to leave it
  Phase latest;           // the newest phase of any of its threads
  Phase contiguous_from;  // all phases from here to `latest` are this block's
  Position loose{};       // who made the latest atomic with nothing published (missing fence)
  std::uint32_t loose_site;
  bool loose_is_narrow;  // it was fenced, but for its own block only
  Position published{};  // who made the latest atomic that published something to others
  std::uint32_t published_site = 0;
  Phase published_fence = 0;     // when that thread fenced before; 0: the atomic itself releases
  const void* met_at = nullptr;  // the __syncthreads() where its threads met last
  bool warps_meet = false;       // in an operation of a warp
  std::uint32_t cluster = 0;     // number of its cluster, of several blocks; 0: none
};

/// What must have followed an atomic or volatile read before what it took counts as acquired.
enum class Acquired {
  kByFence,    // a fence of the reading thread, or the read's own memory order
  kByBarrier,  // or at least a barrier or warp barrier
  kByNothing,
};

/// What a thread knew at a fence, and for whom.
struct Publication {
  Position at;
  Scope scope;
  Phase after;  // of the thread behind the fence, which has acquired by it
};

/// What only some phases carry. Immutable once a phase uses it.
struct Extra {
  const AcquiredSet* knowledge = nullptr;  // acquired by atomics and fences
  const AcquiredSet* passed = nullptr;     // by atomics, then a barrier, without a fence
  const AcquiredSet* unfenced = nullptr;   // by atomics alone
  const Joined* joined = nullptr;          // works that the thread waited for
  Phase watermark = 0;                     // below: ordered before (host)
  Phase grid_base = 0;                     // below, same work: ordered before
  Phase cluster_base = 0;                  // below, that cluster: ordered before
  std::uint32_t cluster = 0;
  const std::array<Phase, 32>* lane_base = nullptr;  // below, same warp and that lane: before
  std::vector<Publication> fenced;                   // what an atomic may publish
};

struct Joined {
  Work* work;
  const Joined* next;
};

struct PhaseInfo {
  std::uint32_t block;  // number; see block_at
  Phase block_base;     // below, same block: ordered before
  Phase warp_base;      // below, same warp: ordered before
  std::uint32_t extra;  // number; see extra_of; 0: none
};

class Work {
 public:
  WorkInfo info;
  Work* parent = nullptr;  // launched it; null for the host
  Position launched_at;
  std::uint64_t number = 0;  // in the order of the launches, over the whole run
  std::vector<Work*> after;
  std::vector<const AcquiredSet*> after_acquired;  // what those had acquired when this started
  std::vector<Work*> overlapped;  // started before this, and complete before this is
  bool has_awaited = false;       // one of its threads has waited for these
  struct {
    std::uint32_t before = ~0u, after = 0;  // numbers of extras
    Phase from = 0, to = 0;
  } latest_wait;  // of a thread for these: others of its block, or grid, do the same
  // Skew-binary jump pointers: along parents, and along the chain of latest predecessors.
  Work* parent_jump = nullptr;
  std::uint32_t depth = 0;
  Work* previous = nullptr;
  Work* previous_jump = nullptr;
  std::uint32_t previous_depth = 0;

  Phase start = kNever;  // next phase when it started
  Phase watermark = 0;
  std::uint64_t tree_phases = 0;          // its own, and those of complete descendants
  const AcquiredSet* acquired = nullptr;  // by any of its threads or complete descendants
  std::uint32_t blocks_started = 0;
  std::uint32_t visited = 0;
  std::uint64_t visited_completion = 0;
  bool complete = false;
  bool joined = false;  // by the host

  static constexpr Phase kNever = ~Phase{0};
};

// Tables by number, at addresses that code knows: nearly every question begins with them.
inline constexpr std::uint32_t kMaxBlocks = 1u << 27;
inline constexpr std::size_t kPhasesSize = sizeof(PhaseInfo) << kPhaseBits,
                             kBlocksSize = sizeof(Block) * kMaxBlocks;
inline constexpr std::uintptr_t kPhasesAt = memory::kOwnTables, kBlocksAt = kPhasesAt + kPhasesSize;
static_assert(kPhasesSize + kBlocksSize <= memory::kKnownTables && kPhasesSize % 4096 == 0);
inline PhaseInfo* const phases = reinterpret_cast<PhaseInfo*>(kPhasesAt);
inline Block* const blocks = reinterpret_cast<Block*>(kBlocksAt);
inline Block& block_at(Phase phase) { return blocks[phases[phase].block]; }
const Extra& extra_of(Phase phase);
/// Keeps `extra` and returns its number.
std::uint32_t keep_extra(Extra extra);
/// Phases allocated so far; the next has this number.
Phase next_phase();
/// Opens a phase of `block`.
Phase open_phase(Block& block, Phase block_base, Phase warp_base, std::uint32_t extra);

/// How many phases of the host lie in [from, to].
std::uint64_t host_phases(Phase from, Phase to);

/// Maps the tables and makes the host's work and block (number 0). Once: see start.h.
void begin_order();

/// Moves the running thread to a new phase that knows all that its old one did and uses `extra`.
void move_on(std::uint32_t extra);

/// How a positive answer came about, so that it can be remembered.
struct Proof {
  bool for_work = false;   // holds for every thread of the later work
  bool for_extra = false;  // holds wherever the later position's extra does
  bool for_phase = false;  // holds for every thread in the stamp's phase
};

/// Whether the access behind `earlier` is ordered before what happens at `later` from now on.
bool happens_before(Stamp earlier, Position later, Proof* proof = nullptr,
                    Acquired acquired = Acquired::kByFence);
/// The part of the answer that numbers within one block give; both must be of the same block.
bool ordered_in_block(Stamp earlier, Position later);

/// Whether the host has launched grids that it has not waited for yet.
bool host_has_grids_under_way();

/// Whether `work` is `ancestor` or was launched, directly or not, by it.
bool in_tree(const Work* work, const Work* ancestor);
/// The ancestor of `work` (or itself) that `parent` launched; null when `parent` is none of its
/// own.
Work* child_towards(Work* parent, Work* work);
/// The work that a stamp was made by.
inline Work* work_of(Stamp s) { return block_at(phase_of(s)).work; }

// ---- What is remembered of answers --------------------------------------------------------------

/// A positive one that holds for a whole phase or thread, and for all of a work, or wherever a
/// phase has this extra.
struct Remembered {
  Stamp stamp = 0;
  const void* scope = nullptr;
};

/// Evidence about a stamp of several threads that no barrier brought together. Each of them may
/// have published on its own, and the stamp has forgotten who they are. So it is ordered when the
/// latest of them and at least one other are: a race may go unseen, but none is invented.
struct Witnesses {
  std::uint32_t seen = 0;  // warps of the block, or lanes of the group, that have come by
  bool latest = false;     // one of them not before the stamp's phase

  void add(const Witnesses& more) {
    seen |= more.seen;
    latest = latest || more.latest;
  }
  bool suffice() const { return latest && std::popcount(seen) > 1; }
};

/// A work before whose start a stamp is known not to be ordered. Readers that are not ordered are
/// no error and are asked about by one link of a chain of works after the other.
struct Refuted {
  Stamp stamp = 0;
  const Work* work = nullptr;
  Witnesses witnesses;
};

}  // namespace emu::checker
