// Clusters (PG13 §4.4.1.2, K14): where a block is in its cluster, the cluster's barrier, and shared
// memory of its other blocks. cooperative_groups::this_cluster() gives the same as an object.
#pragma once

#include "emulator/cluster_seam.h"
#include "emulator/seam.h"

inline unsigned __clusterDimIsSpecified() { return emu::cluster_place().specified; }
inline dim3 __clusterDim() { return emu::cluster_place().size; }
inline dim3 __clusterRelativeBlockIdx() { return emu::cluster_place().in_cluster; }
inline dim3 __clusterGridDimInClusters() { return emu::cluster_place().clusters; }
inline dim3 __clusterIdx() { return emu::cluster_place().cluster; }
inline unsigned __clusterRelativeBlockRank() {
  const emu::ClusterPlace place = emu::cluster_place();
  return place.in_cluster.x +
         place.size.x * (place.in_cluster.y + place.size.y * place.in_cluster.z);
}
inline unsigned __clusterSizeInBlocks() {
  const dim3 size = emu::cluster_place().size;
  return size.x * size.y * size.z;
}

// Functions of their own, so that the address they return to is the user's line.
#define EMU_OF_CLUSTER EMU_UNCHECKED __attribute__((noinline)) inline
EMU_OF_CLUSTER void __cluster_barrier_arrive() { emu::arrive_at_cluster_barrier(false, EMU_SITE); }
EMU_OF_CLUSTER void __cluster_barrier_arrive_relaxed() {
  emu::arrive_at_cluster_barrier(true, EMU_SITE);
}
EMU_OF_CLUSTER void __cluster_barrier_wait() { emu::wait_at_cluster_barrier(EMU_SITE); }
EMU_OF_CLUSTER void* __cluster_map_shared_rank(const void* ptr, unsigned target_block_rank) {
  return emu::map_to_rank(ptr, target_block_rank, EMU_SITE);
}
EMU_OF_CLUSTER unsigned __cluster_query_shared_rank(const void* ptr) {
  return emu::rank_of_shared(ptr, EMU_SITE);
}
#undef EMU_OF_CLUSTER

inline unsigned __isCtaShared(const void* ptr) { return emu::space_of(ptr) == emu::Space::kShared; }
inline unsigned __isClusterShared(const void* ptr) { return emu::is_in_cluster(ptr); }

// As for the whole device, which holds for less, too.
inline void __threadfence_cluster() { emu::fence(emu::Scope::kDevice); }
