// What of clusters programs reach of the emulated device: where a block is in its cluster, the
// cluster's barrier, and shared memory of its other blocks.
#pragma once

#include "emulator/seam.h"

namespace emu {

namespace types {
/// Where the running block is in its cluster, and its cluster in the grid.
struct ClusterPlace {
  dim3 size;         ///< of the cluster, in blocks
  uint3 in_cluster;  ///< the block's index
  dim3 clusters;     ///< of the grid
  uint3 cluster;     ///< its index in the grid
  bool specified;    ///< the launch or the kernel says how large clusters are
};
}  // namespace types
using types::ClusterPlace;
ClusterPlace cluster_place();
/// `cluster.sync()`, or in two steps; `relaxed`: the arrival orders no memory.
void sync_cluster(const void* site);
void arrive_at_cluster_barrier(bool relaxed, const void* site);
void wait_at_cluster_barrier(const void* site);
/// The same variable of shared memory in the block of this rank of the cluster.
void* map_to_rank(const void* address, unsigned rank, const void* site);
/// The rank of the block in whose shared memory the address is.
unsigned rank_of_shared(const void* address, const void* site);
/// It is in shared memory of a block of the cluster.
bool is_in_cluster(const void* address);

}  // namespace emu
