// The launch tree with equal siblings folded into one node: what text and tree picture show.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/forest.h"

namespace emu::report {

/// Siblings that are alike, or one launch.
struct Node {
  std::uint32_t first = 0;  ///< index into the forest
  std::uint64_t count = 1;  ///< how many launches it stands for, all parents together
  std::uint64_t links = 1;  ///< more than 1: a chain in which each launches only the next
  bool same_configuration = true;
  std::uint64_t start_ns = 0, end_ns = 0;  ///< first start, last completion
  std::vector<Node> children;
};

/// Folds until about `most` nodes remain: first siblings with equal subtrees, then all siblings of
/// one kernel in one kind of stream, then the deepest levels are left out (`hidden` counts them).
struct Folded {
  std::vector<Node> roots;
  std::uint64_t nodes = 0;
  std::uint64_t hidden = 0;
};
Folded fold(const Forest& forest, std::size_t most = 60);

/// "double_all<<<1, 32>>>" or "cudaMemsetAsync", with "×64" and the links of a chain.
std::string headline(const Forest& forest, const Node& node);

}  // namespace emu::report
