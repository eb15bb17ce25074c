// Works: what a grid, a copy or a memset waits for, and the watermark that follows from it.
#include <algorithm>
#include <unordered_set>

#include "checker/current.h"
#include "checker/order/order.h"
#include "checker/order/release.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

bool is_grid(const WorkInfo& info) { return info.kind == WorkInfo::Kind::kGrid; }

/// A tree of works with skew-binary jump pointers: every ancestor is a logarithm of jumps away.
struct Tree {
  Work* Work::*next;
  Work* Work::*jump;
  std::uint32_t Work::*depth;
};
constexpr Tree kLaunches{&Work::parent, &Work::parent_jump, &Work::depth};
constexpr Tree kChain{&Work::previous, &Work::previous_jump, &Work::previous_depth};

/// Two jumps of the same length become one of the sum and one.
void hang(Work& work, Work& under, const Tree& tree) {
  work.*tree.next = &under;
  work.*tree.depth = under.*tree.depth + 1;
  Work* jump = under.*tree.jump;
  Work* far = jump ? jump->*tree.jump : nullptr;
  const std::uint32_t at = jump ? jump->*tree.depth : 0, end = far ? far->*tree.depth : 0;
  const bool equal = far && under.*tree.depth - at == at - end;
  work.*tree.jump = equal ? far : &under;
}

Work* ancestor_at(Work* work, std::uint32_t depth) {
  while (work->depth > depth) {
    ++state.order.steps;
    Work* jump = work->parent_jump;
    work = jump && jump->depth >= depth ? jump : work->parent;
  }
  return work;
}

/// The works that `work` waits for, and what these have overlapped.
std::vector<Work*> complete_before(const Work& work) {
  std::vector<Work*> all = work.after;
  std::unordered_set<const Work*> known(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == work.parent) continue;  // whose tail this is
    for (Work* overlapped : all[i]->overlapped)
      if (known.insert(overlapped).second) all.push_back(overlapped);
  }
  return all;
}

/// Phases in [from, …) that belong to the trees of works that `work` waits for. Trees of siblings
/// are disjoint, so they may be added.
std::uint64_t covered_phases(const Work& work, Phase from) {
  std::uint64_t covered = 0;
  const Work* sibling = nullptr;
  const bool overlaps = std::ranges::any_of(
      work.after, [](const Work* earlier) { return !earlier->overlapped.empty(); });
  for (const Work* earlier : overlaps ? complete_before(work) : work.after) {
    if (earlier->start < from || (sibling && sibling->parent != earlier->parent)) continue;
    sibling = earlier;
    covered += earlier->tree_phases;
  }
  return covered;
}

void set_watermark(Work& work) {
  const Phase launch = work.launched_at.phase;
  const Work& launcher = *block_at(launch).work;
  Phase mark = std::max(launcher.watermark, extra_of(launch).watermark);
  for (const Work* earlier : work.after) mark = std::max(mark, earlier->watermark);
  for (const Work* earlier : work.overlapped) mark = std::max(mark, earlier->watermark);
  std::uint64_t covered = covered_phases(work, mark);
  if (&launcher == host_work()) covered += host_phases(mark, launch);
  work.watermark = covered == next_phase() - mark ? next_phase() : mark;
}

/// Everything launched by the host that `work` waited for is behind the host now.
void mark_joined(Work* work) {
  std::vector<Work*>& open = state.order.to_join;
  open.assign(1, work);
  while (!open.empty()) {
    Work* w = open.back();
    open.pop_back();
    if (w->joined || w->parent != host_work()) continue;
    w->joined = true;
    --state.order.works_not_joined;
    state.order.grids_not_joined -= is_grid(w->info);
    open.insert(open.end(), w->after.begin(), w->after.end());
    open.insert(open.end(), w->overlapped.begin(), w->overlapped.end());
  }
}

}  // namespace

bool host_has_grids_under_way() { return state.order.grids_not_joined > 0; }

bool in_tree(const Work* work, const Work* ancestor) {
  return work->depth >= ancestor->depth &&
         ancestor_at(const_cast<Work*>(work), ancestor->depth) == ancestor;
}

Work* child_towards(Work* parent, Work* work) {
  if (work->depth <= parent->depth) return nullptr;
  Work* child = ancestor_at(work, parent->depth + 1);
  return child->parent == parent ? child : nullptr;
}

Work* work_created(const WorkInfo& info, Position launched_at) {
  Work* work = new Work;
  work->number = state.order.works.size();
  state.order.works.push_back(work);
  work->info = info;
  work->launched_at = launched_at;
  state.order.several_devices_work |= info.device > 0;
  Work& launcher = *block_at(launched_at.phase).work;
  hang(*work, state.order.for_host ? *host_work() : launcher, kLaunches);
  if (work->parent == host_work()) {
    ++state.order.works_not_joined;
    state.order.grids_not_joined += is_grid(info);
  }
  return work;
}

void send_for_host(bool on) { state.order.for_host = on; }

void name_node(Work* work, std::string_view node) { work->info.node = node; }

bool comes_before(Position earlier) {
  return happens_before(make_stamp(earlier.phase, earlier.thread), now.position);
}

void work_after(Work* later, Work* earlier) {
  if (std::find(later->after.begin(), later->after.end(), earlier) == later->after.end())
    later->after.push_back(earlier);
}

void work_overlaps(Work* later, Work* earlier) {
  if (std::ranges::find(later->overlapped, earlier) == later->overlapped.end())
    later->overlapped.push_back(earlier);
}

void work_started(Work* work) {
  set_watermark(*work);
  Work* previous = work->parent;
  for (Work* earlier : work->after) {
    if (earlier->start >= previous->start) previous = earlier;
    work->after_acquired.push_back(earlier->acquired);
  }
  for (Work* earlier : work->overlapped)
    if (earlier->start >= previous->start) previous = earlier;
  hang(*work, *previous, kChain);
  work->start = next_phase();
}

void work_completed(Work* work) {
  work->complete = true;
  Work* parent = work->parent;
  if (!parent) return;
  parent->tree_phases += work->tree_phases;
  parent->acquired = unite(parent->acquired, work->acquired);
}

void join(Work* work) {
  if (now.on_host) {
    if (work->joined) return;
    mark_joined(work);
  }
  Extra extra = extra_of(now.position.phase);
  if (now.on_host && state.order.works_not_joined == 0) {
    extra.watermark = state.order.all_joined = next_phase();
    extra.joined = nullptr;
  } else {
    const Joined* known = extra.joined;
    const bool implied = known && std::find(work->after.begin(), work->after.end(), known->work) !=
                                      work->after.end();
    extra.joined = new Joined{work, implied ? known->next : known};
  }
  move_on(keep_extra(std::move(extra)));
}

namespace {

/// A thread that has `before` waits for all that its grid overlaps: it then has this. Most threads
/// of a grid have the same, and so share what they get.
std::uint32_t extra_of_waiting(Work& work, std::uint32_t before) {
  if (work.latest_wait.before == before) return work.latest_wait.after;
  Extra extra = state.order.extras[before];
  for (Work* earlier : work.overlapped) extra.joined = new Joined{earlier, extra.joined};
  work.latest_wait.before = before;
  return work.latest_wait.after = keep_extra(std::move(extra));
}

bool has_joined(const Extra& extra, const Work* work) {
  for (const Joined* j = extra.joined; j; j = j->next)
    if (j->work == work) return true;
  return false;
}

}  // namespace

void await_overlapped() {
  Work& work = *now.block->work;
  const Position here = now.position;
  if (work.overlapped.empty() || has_joined(extra_of(here.phase), work.overlapped[0])) return;
  work.has_awaited = true;
  if (work.latest_wait.from == here.phase)
    return stand_at({work.latest_wait.to, here.thread});  // as another thread that was there, too
  move_on(extra_of_waiting(work, phases[here.phase].extra));
  work.latest_wait.from = here.phase;
  work.latest_wait.to = now.position.phase;
}

}  // namespace emu::checker
