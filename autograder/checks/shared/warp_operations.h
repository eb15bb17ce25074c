// Of which kind an operation is in which threads of a warp, or of a block, tell one another
// something.
//
// Each kind has several names in the report: functions, members of cooperative groups,
// instructions of PTX. A check that asks for one name of a kind means them all. Barriers tell
// nothing and are not here. warp_operations_test.cpp runs all that the emulator has.
#pragma once

#include <algorithm>
#include <vector>

#include "harness/harness.h"

namespace checks {

using namespace harness;

enum class Operation { kVote, kShuffle, kMatch, kReduction, kActiveMask, kBlockVote, kOther };

/// How the names of one kind begin.
struct NamedOperations {
  Operation kind;
  std::vector<const char*> names;
};

/// PTX's match, redux and activemask are counted as the functions that do the same; they stand here
/// for the day on which they are not.
inline const std::vector<NamedOperations>& named_operations() {
  using enum Operation;
  static const std::vector<NamedOperations> all = {
      {kVote,
       {"__any_sync", "__all_sync", "__ballot_sync", "coalesced_group::any", "coalesced_group::all",
        "coalesced_group::ballot", "thread_block_tile::any", "thread_block_tile::all",
        "thread_block_tile::ballot", "binary_partition", "vote."}},
      {kShuffle, {"__shfl", "coalesced_group::shfl", "thread_block_tile::shfl", "shfl."}},
      {kMatch, {"__match", "labeled_partition", "match."}},
      {kReduction,
       {"__reduce", "cooperative_groups::reduce", "cooperative_groups::inclusive_scan",
        "cooperative_groups::exclusive_scan", "redux."}},
      {kActiveMask, {"__activemask", "coalesced_threads", "activemask"}},
      {kBlockVote, {"__syncthreads_"}}};
  return all;
}

inline Operation operation_of(const ApiCall& call) {
  const auto begins = [&](const char* name) { return call.name.starts_with(name); };
  for (const NamedOperations& operations : named_operations()) {
    if (std::ranges::any_of(operations.names, begins)) return operations.kind;
  }
  return Operation::kOther;
}

inline bool is_one_of(const ApiCall& call, const std::vector<Operation>& kinds) {
  return std::ranges::find(kinds, operation_of(call)) != kinds.end();
}

}  // namespace checks
