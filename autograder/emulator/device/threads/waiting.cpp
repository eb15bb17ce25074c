#include "device/threads/waiting.h"

#include <algorithm>
#include <set>

#include "checker/messages/place.h"
#include "device/clusters/cluster.h"
#include "device/grids/block.h"
#include "device/grids/schedule.h"

namespace emu {

namespace {

constexpr std::size_t kRoom = 4;  // groups that are named beside the first

bool same_wait(const Thread& a, const Thread& b, bool polls) {
  return a.block->grid == b.block->grid && a.waiting_at == b.waiting_at &&
         a.waiting_in == b.waiting_in && (!polls || a.polled == b.polled);
}

void add(std::vector<Waiters>& all, const Thread& thread, bool polls) {
  for (Waiters& group : all)
    if (group.polls == polls && same_wait(*group.first, thread, polls)) {
      ++group.count;
      return;
    }
  all.push_back({&thread, 1, polls});
}

void add_all(std::vector<Waiters>& all, const std::vector<Fiber*>& fibers) {
  for (const Fiber* fiber : fibers) add(all, fiber->thread, false);
}

void add_lanes(std::vector<Waiters>& all, const Block& block) {
  for (const Warp& warp : block.warps)
    for (const Rendezvous& rendezvous : warp.rendezvous)
      for (unsigned lane = 0; lane < 32; ++lane)
        if (rendezvous.arrived >> lane & 1) add(all, rendezvous.fibers[lane]->thread, false);
}

std::string triple(uint3 v) {
  if (v.y == 0 && v.z == 0) return std::to_string(v.x);
  return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

std::string what_is_polled(const Thread& thread) {
  return checker::name_of_memory(reinterpret_cast<std::uintptr_t>(thread.polled),
                                 thread.polled_size);
}

}  // namespace

std::vector<Waiters> waiting_threads(const std::deque<Fiber*>& spinning) {
  std::vector<Waiters> all;
  for (const Fiber* fiber : spinning)
    if (fiber->thread.waiting_at) add(all, fiber->thread, true);
  std::set<const Grid*> grids;
  std::set<const Cluster*> clusters;
  for (const Block* block : unfinished_blocks()) {
    add_all(all, block->at_barrier);
    add_lanes(all, *block);
    for (const TileMeeting& meeting : block->tiles) add_all(all, meeting.arrived);
    if (grids.insert(block->grid).second) add_all(all, block->grid->at_grid_barrier);
    if (block->cluster && clusters.insert(block->cluster.get()).second) {
      add_all(all, block->cluster->barrier.synced);
      add_all(all, block->cluster->barrier.waiting);
    }
  }
  return all;
}

std::string name_of(const Thread& thread) {
  return "block " + triple(thread.block->index) + " thread " + triple(thread.at) + " of " +
         thread.block->grid->kernel.name;
}

std::string place(const checker::SourceLine& where) {
  return where.line ? " at line " + std::to_string(where.line) : "";
}

std::string words(const Waiters& waiters) {
  const Thread& thread = *waiters.first;
  const bool one = waiters.count == 1;
  std::string who = name_of(thread);
  if (!one) who += " and " + std::to_string(waiters.count - 1) + " more";
  const std::string where = place(checker::source_line(thread.waiting_at));
  if (waiters.polls) return who + (one ? " polls " : " poll ") + what_is_polled(thread) + where;
  return who + (one ? " waits in " : " wait in ") +
         (thread.waiting_in ? thread.waiting_in : "__syncthreads") + where;
}

std::string meanwhile(const std::vector<Waiters>& all, const Thread& named) {
  std::string text;
  std::size_t left_out = 0, told = 0;
  for (const Waiters& group : all) {
    if (same_wait(*group.first, named, group.polls)) continue;
    if (told++ < kRoom)
      text += (text.empty() ? "" : ", ") + words(group);
    else
      ++left_out;
  }
  if (left_out != 0) text += ", others wait elsewhere";
  if (scheduler.host_waits_in)
    text += std::string(text.empty() ? "" : ", ") + "the host waits in " + scheduler.host_waits_in;
  return text.empty() ? "" : "; meanwhile " + text;
}

}  // namespace emu
