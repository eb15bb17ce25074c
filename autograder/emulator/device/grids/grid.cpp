#include "device/grids/grid.h"

#include <cstdlib>
#include <numeric>

#include "device/grids/schedule.h"

namespace emu {

Shuffle::Shuffle(std::uint64_t count, std::uint64_t seed) : count_(count) {
  if (seed == 0 || count < 2) return;
  first_ = seed % count;
  // Any step that shares no factor with the count visits everything once.
  step_ = (seed >> 20) % count;
  while (step_ == 0 || std::gcd(step_, count) != 1) step_ = (step_ + 1) % count;
}

Grid::Grid(int device, Kernel& kernel, const KernelBody& how, void* arguments, dim3 grid,
           dim3 block, std::size_t dynamic_shared)
    : Work(device),
      kernel(kernel),
      how(how),
      arguments(arguments),
      grid(grid),
      block(block),
      dynamic_shared(dynamic_shared),
      blocks(std::uint64_t{grid.x} * grid.y * grid.z),
      threads(block.x * block.y * block.z),
      block_order(blocks, draw_seed()) {}

void Grid::form_clusters(const ClusterShape& shape) {
  cluster = shape;
  if (shape.blocks() > 1) block_order = Shuffle(blocks / shape.blocks(), draw_seed());
}

Grid::~Grid() { std::free(arguments); }

void Grid::make_ready() { add_ready(*this); }

}  // namespace emu
