// How clusters form and end, and which block is whose neighbour.
#include "device/clusters/cluster.h"

#include <algorithm>

#include "device/grids/block.h"
#include "device/state.h"
#include "emulator/cluster_seam.h"

namespace emu {

namespace {

dim3 clusters_of(const Grid& grid) {
  const dim3& size = grid.cluster.size;
  return {grid.grid.x / size.x, grid.grid.y / size.y, grid.grid.z / size.z};
}

uint3 unfold(std::uint64_t linear, dim3 dim) {
  return {static_cast<unsigned>(linear % dim.x), static_cast<unsigned>(linear / dim.x % dim.y),
          static_cast<unsigned>(linear / dim.x / dim.y)};
}

std::shared_ptr<Cluster> new_cluster() {
  auto cluster = std::make_shared<Cluster>();
  cluster->number = ++state.blocks.clusters;
  return cluster;
}

void add(Cluster& cluster, Block& block) {
  cluster.blocks.push_back(&block);
  cluster.threads += block.threads;
  cluster.live += block.live;
}

}  // namespace

std::uint64_t block_to_start(const Grid& grid, std::uint64_t i) {
  const unsigned blocks = grid.cluster.blocks();
  if (blocks == 1) return grid.block_order(i);
  const dim3& size = grid.cluster.size;
  const uint3 cluster = unfold(grid.block_order(i / blocks), clusters_of(grid));
  const uint3 in_cluster = unfold(i % blocks, size);
  const std::uint64_t x = cluster.x * size.x + in_cluster.x, y = cluster.y * size.y + in_cluster.y,
                      z = cluster.z * size.z + in_cluster.z;
  return x + grid.grid.x * (y + grid.grid.y * z);
}

void join_cluster(Block& block, std::uint64_t i) {
  const unsigned blocks = block.grid->cluster.blocks();
  if (blocks == 1) return;
  std::shared_ptr<Cluster>& forming = block.grid->forming;
  if (i % blocks == 0) forming = new_cluster();
  block.cluster = forming;
  add(*forming, block);
  if (forming->blocks.size() < blocks) return;
  std::vector<checker::Block*> orders;
  for (const Block* member : forming->blocks) orders.push_back(member->order);
  checker::form_cluster(orders);
  forming = nullptr;
}

bool leave_cluster(Block& block) {
  Cluster& cluster = *block.cluster;
  cluster.ended.push_back(&block);
  return cluster.ended.size() == cluster.blocks.size();
}

Cluster& running_cluster() {
  Block& block = *current_block;
  if (!block.cluster) {
    block.cluster = new_cluster();
    add(*block.cluster, block);
  }
  return *block.cluster;
}

Block* neighbour_at(std::uintptr_t address) {
  if (!current_block || !current_block->cluster) return nullptr;
  for (Block* block : current_block->cluster->blocks)
    if (block != current_block && address - block->shared_begin < kSharedRoom) return block;
  return nullptr;
}

checker::SharedOf owner_of_shared(std::uintptr_t address) {
  const Block* block = neighbour_at(address);
  if (!block) return checker::SharedOf::kOther;
  if (block->live == 0) return checker::SharedOf::kLeft;
  return address - block->shared_begin < block->shared_used ? checker::SharedOf::kNeighbour
                                                            : checker::SharedOf::kOther;
}

// ---- What device code asks
// -----------------------------------------------------------------------

ClusterPlace cluster_place() {
  const Grid& grid = *current_block->grid;
  const dim3 size = grid.cluster.size;
  const uint3 at = current_block->index;
  return {.size = size,
          .in_cluster = {at.x % size.x, at.y % size.y, at.z % size.z},
          .clusters = clusters_of(grid),
          .cluster = {at.x / size.x, at.y / size.y, at.z / size.z},
          .specified = grid.cluster.specified};
}

}  // namespace emu
