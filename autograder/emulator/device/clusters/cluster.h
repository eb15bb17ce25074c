// A cluster: blocks of one grid that are resident together, meet at a barrier of their own, and
// reach each other's shared memory (K14; PG13 §4.4.1.2).
//
// A block of a grid without clusters is a cluster of its own, made when it first asks for one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "checker/checker.h"
#include "device/grids/grid.h"
#include "vector_types.h"

namespace emu {

class Block;
struct Fiber;

/// One generation of the barrier begins when the one before is complete.
struct ClusterBarrier {
  std::uint64_t generation = 0;
  bool ordered_at_once = false;  // the generation before: all threads of the cluster were in sync()
  unsigned arrived = 0;
  std::vector<Fiber*> synced;            // who wait in sync()
  std::vector<checker::Position> apart;  // of these, where not their block's phase
  std::vector<Fiber*> waiting;           // who had arrived before
};

struct Cluster {
  std::uint64_t number = 0;    // over the run; from 1
  std::vector<Block*> blocks;  // by rank
  std::vector<Block*> ended;   // kept until all have
  unsigned threads = 0;        // of all blocks
  unsigned live = 0;           // not yet exited
  ClusterBarrier barrier;
};

/// The grid's block that is the `i`th to start: those of one cluster start one after another.
std::uint64_t block_to_start(const Grid& grid, std::uint64_t i);
/// The block has just begun, as the `i`th of its grid; with the last of a cluster that is complete.
void join_cluster(Block& block, std::uint64_t i);
/// One of the block's threads has exited.
void leave_cluster_barrier(Block& block);
/// All its threads have. Whether its cluster has ended with it: then `ended` holds all its blocks,
/// whose memory may be used again.
bool leave_cluster(Block& block);

/// All threads of the block have exited: what its neighbours do with its shared memory must be over
/// (rule `left-cluster`).
void end_shared(Block& block);

/// The cluster of the running block.
Cluster& running_cluster();

/// The block of the running block's cluster whose shared memory holds the address; else null.
Block* neighbour_at(std::uintptr_t address);
checker::SharedOf owner_of_shared(std::uintptr_t address);

}  // namespace emu
