// Distributed shared memory: where a variable of the running block lies in another block of its
// cluster.
//
// Variables get their place when a block first comes to them, so that the same one may lie
// elsewhere in each block: they are found by their declaration, and what a neighbour has not come
// to yet gets its place now.
#include <string>

#include "checker/resume.h"
#include "device/clusters/cluster.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "emulator/cluster_seam.h"

namespace emu {

namespace {

Block* owner_at(std::uintptr_t address) {
  if (address - current_block->shared_begin < kSharedRoom) return current_block;
  return neighbour_at(address);
}

void report_pointer(const std::string& name, const void* site) {
  report_finding({.rule = "device-api",
                  .message = name +
                             " is given a pointer that is not to shared memory of a block of "
                             "the cluster: pass the address of a __shared__ variable",
                  .where = checker::source_line(site),
                  .cites = "K14"});
}

void refuse_rank(unsigned rank, std::size_t blocks, const void* site) {
  report_finding({.rule = "device-api",
                  .message = "map_shared_rank is given rank " +
                             std::to_string(static_cast<int>(rank)) + ", but the cluster has " +
                             std::to_string(blocks) + (blocks == 1 ? " block" : " blocks") +
                             ": ranks go from 0 to num_blocks() - 1",
                  .where = checker::source_line(site),
                  .cites = "K14"});
  device_fault(cudaErrorLaunchFailure);
}

/// The variable that the address is in, or right behind; null for the dynamic part.
const PlacedShared* variable_at(const Block& block, std::uintptr_t address) {
  for (const PlacedShared& placed : block.shared_slots)
    if (address >= placed.begin && address - placed.begin <= placed.size) return &placed;
  return nullptr;
}

}  // namespace

void* map_to_rank(const void* address, unsigned rank, const void* site) {
  const Cluster& cluster = running_cluster();
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const Block* const owner = owner_at(a);
  if (!owner) return report_pointer("map_shared_rank", site), nullptr;
  if (rank >= cluster.blocks.size()) refuse_rank(rank, cluster.blocks.size(), site);
  Block& target = *cluster.blocks[rank];
  target.shared_is_mapped = true;
  const PlacedShared* const variable = variable_at(*owner, a);
  const std::uintptr_t begin = variable ? placed_in(target, *variable) : target.shared_begin;
  return reinterpret_cast<void*>(begin + (a - (variable ? variable->begin : owner->shared_begin)));
}

unsigned rank_of_shared(const void* address, const void* site) {
  const Cluster& cluster = running_cluster();
  const Block* const owner = owner_at(reinterpret_cast<std::uintptr_t>(address));
  for (unsigned rank = 0; rank < cluster.blocks.size(); ++rank)
    if (cluster.blocks[rank] == owner) return rank;
  report_pointer("query_shared_rank", site);
  return 0;
}

bool is_in_cluster(const void* address) {
  return owner_at(reinterpret_cast<std::uintptr_t>(address)) != nullptr;
}

void end_shared(Block& block) {
  if (!block.shared_is_mapped) return;
  block.phase = checker::barrier(block.order, block.left);
  checker::resume({block.phase, 0});
  if (block.grid->dynamic_shared != 0)
    checker::shared_ends(block.shared_begin, block.grid->dynamic_shared);
  for (const PlacedShared& placed : block.shared_slots)
    checker::shared_ends(placed.begin, placed.size);
}

}  // namespace emu
