// The barrier of a cluster: cluster.sync(), barrier_arrive() and barrier_wait(). It waits for all
// threads of the cluster that have not exited (PTX barrier.cluster).
#include <utility>

#include "device/clusters/cluster.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/schedule.h"
#include "device/threads/enter.h"
#include "emulator/cluster_seam.h"

namespace emu {

namespace {

/// What the checker knows the barrier by: no address of any memory.
std::uintptr_t place_of(const Cluster& cluster) { return std::uintptr_t{1} << 63 | cluster.number; }

/// All threads of the cluster wait in sync(), as in most programs.
void order_at_once(const Cluster& cluster, const ClusterBarrier& met) {
  std::vector<checker::Block*> orders;
  for (const Block* block : cluster.blocks) orders.push_back(block->order);
  checker::cluster_barrier(orders, met.apart);
  for (Block* block : cluster.blocks) {
    block->phase = checker::block_phase(block->order);
    block->apart.clear();
    block->clock.end_segment(kBarrierCycles);
  }
  for (Fiber* fiber : met.synced)
    fiber->thread.position = {fiber->thread.block->phase, fiber->thread.index()};
}

/// All who can come have arrived.
void complete(Cluster& cluster) {
  ClusterBarrier met;
  std::swap(met, cluster.barrier);
  cluster.barrier.generation = met.generation + 1;
  cluster.barrier.ordered_at_once = met.synced.size() == cluster.threads;
  if (cluster.barrier.ordered_at_once)
    order_at_once(cluster, met);
  else
    for (const Fiber* fiber : met.synced)
      checker::arrive_in_cluster(place_of(cluster), fiber->thread.position);
  for (Fiber* fiber : met.synced) wake(*fiber);
  for (Fiber* fiber : met.waiting) wake(*fiber);
}

void arrived(Cluster& cluster) {
  if (++cluster.barrier.arrived == cluster.live) complete(cluster);
}

/// The running thread waits, having noted where; `in`: the name of the call.
void wait_in(const char* in, const void* site) {
  Thread& me = self();
  me.waiting_in = in;
  me.waiting_at = site;
  wait();
  me.waiting_in = nullptr;
}

void report_misuse(const std::string& what, const void* site) {
  report_finding({.rule = "device-api",
                  .message = what + ": every thread calls barrier_arrive() and barrier_wait() in "
                                    "turn, or sync()",
                  .where = checker::source_line(site),
                  .cites = "K14"});
}

bool has_arrived_before(const Thread& me, const void* site) {
  if (me.cluster_arrival == 0) return false;
  report_misuse("a thread arrives at the barrier of its cluster again, and has not waited since",
                site);
  return true;
}

}  // namespace

void arrive_at_cluster_barrier(bool relaxed, const void* site) {
  Thread& me = self();
  Cluster& cluster = running_cluster();
  if (has_arrived_before(me, site)) return;
  me.cluster_arrival = cluster.barrier.generation + 1;
  if (!relaxed) checker::arrive_in_cluster(place_of(cluster));
  arrived(cluster);
}

void wait_at_cluster_barrier(const void* site) {
  Thread& me = self();
  Cluster& cluster = running_cluster();
  const std::uint64_t arrival = std::exchange(me.cluster_arrival, 0);
  if (arrival == 0)
    return report_misuse("a thread waits at the barrier of its cluster, and has not arrived", site);
  if (cluster.barrier.generation < arrival) {
    cluster.barrier.waiting.push_back(running);
    wait_in("cluster.barrier_wait()", site);
  }
  checker::depart_in_cluster(place_of(cluster));
}

void sync_cluster(const void* site) {
  Thread& me = self();
  Cluster& cluster = running_cluster();
  if (has_arrived_before(me, site)) return;
  Block& block = *current_block;
  me.position = checker::current();
  if (me.position.phase != block.phase) cluster.barrier.apart.push_back(me.position);
  block.clock.credit(me.index(), issued_since(me.work));
  me.work = 0;
  resumed_at = checker::issued;
  cluster.barrier.synced.push_back(running);
  const std::uint64_t generation = cluster.barrier.generation;
  arrived(cluster);
  if (cluster.barrier.generation != generation) enter(*running);  // `wait` notes where it stands
  wait_in("cluster.sync()", site);
  if (!cluster.barrier.ordered_at_once) checker::depart_in_cluster(place_of(cluster));
}

void leave_cluster_barrier(Block& block) {
  Cluster& cluster = *block.cluster;
  const Thread& me = self();
  if (me.cluster_arrival == cluster.barrier.generation + 1) --cluster.barrier.arrived;
  --cluster.live;
  if (cluster.live == 0) return checker::forget_place(place_of(cluster));
  if (cluster.barrier.arrived == cluster.live) complete(cluster);
}

}  // namespace emu
