// Why nothing orders two accesses, and what to do: one function per relation of those who made
// them. `cause_of` chooses; each file next to this one knows one relation.
#pragma once

#include <optional>
#include <string>

#include "checker/messages/races/two_accesses.h"

namespace emu::checker {

/// Of several races at the same two lines the one whose cure cures the others is told.
enum Weight : unsigned { kLanes, kThreads, kLaunch, kBlocks, kGrids, kDevices, kUpdate };

struct Explanation {
  std::string rule = "race";
  std::string missing;  // what orders nothing, and what to do
  std::string cites;
  Weight weight = kThreads;
  Severity severity = Severity::kError;
};

Explanation cause_of(const TwoAccesses& two);
/// The same if the second store turns out to change nothing.
Explanation same_value();
/// The same if the plain read turns out to be followed by an atomic that decides.
Explanation hint();

// ---- threads.cpp: of one block ------------------------------------------------------------------

Explanation between_threads(const TwoAccesses& two);
/// "put __syncthreads() PLACE", or also the barrier of a warp if all are `within_a_warp`.
std::string put_barrier(bool within_a_warp, const Block& block, const std::string& place);

// ---- blocks.cpp: of one grid --------------------------------------------------------------------

Explanation between_blocks(const TwoAccesses& two);
/// What another block, or the child that it launched, must not rely on: the block of the access at
/// `at`, a `noun` at `line`, has told others that it is done, but not as it should.
std::optional<Explanation> told_wrongly(const TwoAccesses& two, Position at,
                                        const std::string& noun, const SourceLine& line);

// ---- parent_and_child.cpp -----------------------------------------------------------------------

Explanation parent_then_child(const TwoAccesses& two, const Work& child);
Explanation child_then_parent(const TwoAccesses& two, const Work& child);

// ---- streams.cpp: two grids or copies of which none launched the other --------------------------

Explanation between_streams(const TwoAccesses& two);

// ---- early_start.cpp: two grids of which the later one may start early (Q1) ---------------------

/// Nothing where it is not like that.
std::optional<Explanation> with_early_start(const TwoAccesses& two);

// ---- host.cpp -----------------------------------------------------------------------------------

Explanation with_host(const TwoAccesses& two);

}  // namespace emu::checker
