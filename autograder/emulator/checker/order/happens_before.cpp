// The search behind `happens_before`: from a position back through launches, completions and
// releases, until the stamp is met or everything that began after it has been seen.
#include <algorithm>

#include "checker/order/knowledge.h"
#include "checker/order/order.h"
#include "checker/order/release.h"
#include "checker/order/vector_clock.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

constexpr std::uint64_t kMostSteps = 1'000'000;  // then the answer is yes: never a false alarm

/// The lanes that can be in a phase: those of the mask whose barrier opened it, else all.
std::uint32_t lanes_of_phase(Phase phase) {
  const auto* bases = extra_of(phase).lane_base;
  std::uint32_t mask = 0;
  for (unsigned lane = 0; bases && lane < 32; ++lane) mask |= ((*bases)[lane] == phase) << lane;
  return mask != 0 ? mask : ~0u;
}

// A group has forgotten which of its lanes it stands for. Lanes that cannot have been in its phase
// are not asked for: with a mask of every third lane no barrier ever brings the others along.
bool lanes_ordered(Stamp earlier, Position later, const Extra& extra) {
  if (!extra.lane_base) return false;
  const std::uint32_t mask = lanes_of_phase(phase_of(earlier));
  const unsigned group = group_of(earlier), first = first_lane(group);
  for (unsigned lane = first; lane < first + lanes_in(group); ++lane) {
    const bool own = (later.thread & 31) == lane;
    const bool asked = (mask >> lane & 1) != 0;
    if (asked && !own && phase_of(earlier) >= (*extra.lane_base)[lane]) return false;
  }
  return true;
}

bool is_several(Stamp s) {
  return level_of(s) == Level::kGroup || (level_of(s) == Level::kBlock && !is_someone(s));
}

Refuted& refuted_at(Stamp stamp, const Work* work) {
  const std::uint64_t key = stamp ^ reinterpret_cast<std::uintptr_t>(work) >> 4;
  return state.order.refuted[key * 0x9E3779B97F4A7C15u >> 54];
}

class Search {
 public:
  Search(Stamp stamp, Proof& proof, Acquired acquired)
      : acquired_(acquired),
        stamp_(stamp),
        who_(stamp & kWhoMask),
        phase_(phase_of(stamp)),
        several_(is_several(stamp)),
        by_(work_of(stamp)),
        proof_(proof) {
    ++state.order.search_number;
  }

  bool run(Position later) {
    const PhaseInfo& info = phases[later.phase];
    if (in_same_block(info, later)) return true;
    Work& work = *blocks[info.block].work;
    push(&work);
    if (below_watermark(work) || jump(&work) || drain()) {
      proof_.for_work = true;
      return true;
    }
    if (acquired_ == Acquired::kByFence) refuted_at(who_, &work) = {who_, &work, witnesses_};
    if (witnessed(info, later)) return true;
    if (info.extra == 0 || !(by_extra(extra_of(later.phase), work) || drain())) return false;
    proof_.for_extra = !several_;
    return true;
  }

 private:
  bool in_work_tree(const Work* work) {
    ++state.order.steps;
    if (!in_tree(by_, work)) return false;
    proof_.for_phase = true;
    return true;
  }

  bool drain() {
    const std::uint64_t limit = state.order.steps + kMostSteps;
    while (!works_.empty() || !knowledge_.empty() || !completions_.empty()) {
      if (++state.order.steps > limit) return true;
      if (!completions_.empty()) {
        const auto [overlapped, by_wait] = completions_.back();
        completions_.pop_back();
        if (at_completion(overlapped, overlapped->acquired, by_wait)) return true;
      } else if (!works_.empty()) {
        Work* work = works_.back();
        works_.pop_back();
        if (at_start(*work)) return true;
      } else {
        const AcquiredSet* knowledge = knowledge_.back();
        knowledge_.pop_back();
        if (knows(*knowledge)) return true;
      }
    }
    return false;
  }

  bool in_same_block(const PhaseInfo& info, Position p) {
    ++state.order.steps;
    if (info.block != phases[phase_].block) return false;
    if (!ordered_in_block(stamp_, p)) return false;
    proof_.for_phase = phase_ < info.block_base;
    return true;
  }

  /// Counts `p`, which is ordered before the place in question, as a witness.
  bool witnessed(const PhaseInfo& info, Position p) {
    if (!several_ || info.block != phases[phase_].block) return false;
    if (p.phase < phases[phase_].block_base) return false;
    if (p.thread >= blocks[info.block].threads) return false;  // it speaks for all: unite_fences
    const bool in_block = level_of(stamp_) == Level::kBlock;
    if (!in_block &&
        (p.thread >> 5 != warp_of(stamp_) || !group_holds(group_of(stamp_), p.thread & 31)))
      return false;
    witnesses_.add({1u << (in_block ? p.thread >> 5 : p.thread & 31), p.phase >= phase_});
    return witnesses_.suffice();
  }

  /// Whether the stamp is ordered before `p`; queues what else is.
  bool at_position(Position p) {
    const PhaseInfo& info = phases[p.phase];
    if (in_same_block(info, p) || witnessed(info, p)) return true;
    Work* work = blocks[info.block].work;
    push(work);
    return info.extra != 0 && by_extra(extra_of(p.phase), *work);
  }

  bool by_extra(const Extra& extra, const Work& work) {
    if (phase_ < extra.watermark || (by_ == &work && phase_ < extra.grid_base)) {
      proof_.for_phase = true;
      return true;
    }
    if (phase_ < extra.cluster_base && block_at(phase_).cluster == extra.cluster) {
      proof_.for_phase = true;
      return true;
    }
    push(extra.knowledge);
    if (acquired_ >= Acquired::kByBarrier) push(extra.passed);
    if (acquired_ >= Acquired::kByNothing) push(extra.unfenced);
    const bool by_wait = work.info.kind == WorkInfo::Kind::kGrid;
    for (const Joined* j = extra.joined; j; j = j->next)
      if (at_completion(j->work, j->work->acquired, by_wait)) return true;
    return false;
  }

  /// Whether the stamp is ordered before the completion of `work`; queues what else is. What that
  /// has overlapped is complete, too. But who has only waited in a kernel must not rely on it where
  /// no thread of `work` has waited for that itself (Q5).
  bool at_completion(Work* work, const AcquiredSet* acquired, bool by_wait) {
    if (in_work_tree(work)) return true;
    push(acquired);
    push(work);
    if (work->overlapped.empty() || (by_wait && !work->has_awaited)) return false;
    const std::uint64_t visit = std::uint64_t{state.order.search_number} * 2 + !by_wait;
    if (work->visited_completion >= visit) return false;
    work->visited_completion = visit;
    for (Work* overlapped : work->overlapped) completions_.emplace_back(overlapped, by_wait);
    return false;
  }

  bool below_watermark(const Work& work) {
    if (phase_ >= work.watermark) return false;
    proof_.for_phase = true;
    return true;
  }

  /// Whether the stamp is ordered before the start of `work`; queues what else is.
  bool at_start(Work& work) {
    if (phase_ >= work.start) return false;  // began later
    if (below_watermark(work)) return true;
    const Refuted& known = refuted_at(who_, &work);
    if (acquired_ == Acquired::kByFence && known.stamp == who_ && known.work == &work) {
      witnesses_.add(known.witnesses);
      return witnesses_.suffice();
    }
    for (std::size_t i = 0; i < work.after_acquired.size(); ++i) {
      const bool is_tail = work.after[i] == work.parent;  // which starts before that is complete
      if (at_completion(work.after[i], work.after_acquired[i], is_tail)) return true;
    }
    for (Work* overlapped : work.overlapped) push(overlapped);
    return work.parent && at_position(work.launched_at);
  }

  /// On a long chain of works the link that the stamp fell into decides nearly always.
  bool jump(const Work* work) {
    if (phase_ >= work->start) return false;
    const Work* link = work;
    while (link->previous && link->previous->start > phase_) {
      ++state.order.steps;
      const Work* far = link->previous_jump;
      link = far && far->start > phase_ ? far : link->previous;
    }
    if (link == work) return false;
    for (const Work* earlier : link->after)
      if (in_work_tree(earlier)) return true;
    if (!link->parent) return false;
    return in_same_block(phases[link->launched_at.phase], link->launched_at);
  }

  void push(Work* work) {
    if (work->visited == state.order.search_number) return;
    work->visited = state.order.search_number;
    works_.push_back(work);
  }
  void push(const AcquiredSet* knowledge) {
    if (!knowledge || knowledge->visited == state.order.search_number) return;
    knowledge->visited = state.order.search_number;
    knowledge_.push_back(knowledge);
  }

  bool knows(const AcquiredSet& knowledge) {
    const Clock* clock = clock_of(knowledge, acquired_);
    if (!clock) return true;  // as after too many steps
    const ClockPart* all = clock->all;
    return by_bases(all) || by_positions(all) || by_works(all);
  }

  bool by_bases(const ClockPart* all) {
    const std::uint32_t cluster = block_at(phase_).cluster;
    proof_.for_phase = phase_ < top_of(all, Known::kWatermark, 0) ||
                       phase_ < top_of(all, Known::kGridBase, by_->number) ||
                       (cluster != 0 && phase_ < top_of(all, Known::kClusterBase, cluster));
    return proof_.for_phase;
  }

  /// Positions of the stamp's own block.
  bool by_positions(const ClockPart* all) {
    const std::uint32_t block = phases[phase_].block;
    const ClockPart* of_block = positions_of(all, block);
    if (!of_block) return false;
    if (phase_ < of_block->base) return proof_.for_phase = true;
    const ClockPart* near = level_of(stamp_) == Level::kBlock
                                ? of_block
                                : positions_of(of_block, block, warp_of(stamp_));
    const Phase oldest = several_ ? phases[phase_].block_base : phase_;
    return any_entry(near, oldest, [this](const ClockPart& one) {
      ++state.order.steps;
      const Position at{one.top, one.thread()};
      return ordered_in_block(stamp_, at) || witnessed(phases[at.phase], at);
    });
  }

  bool by_works(const ClockPart* all) {
    const auto& works = state.order.works;
    for (const Known known : {Known::kComplete, Known::kAwaited}) {
      const auto ends = [&](const ClockPart& one) {
        Work* work = works[one.number()];
        return at_completion(work, work->acquired, known == Known::kAwaited);
      };
      if (any_entry(all_of(all, known), phase_, ends)) return true;
    }
    return any_entry(all_of(all, Known::kStart), phase_ + 1, [&](const ClockPart& one) {
      push(works[one.number()]);
      return false;
    });
  }

  const Acquired acquired_;
  const Stamp stamp_, who_;
  const Phase phase_;
  const bool several_;
  const Work* by_;
  Proof& proof_;
  Witnesses witnesses_;
  std::vector<Work*>& works_ = state.order.works_to_search;
  std::vector<std::pair<Work*, bool>>& completions_ = state.order.completions_to_search;
  std::vector<const AcquiredSet*>& knowledge_ = state.order.knowledge_to_search;

 public:
  ~Search() {
    works_.clear();
    completions_.clear();
    knowledge_.clear();
  }
};

}  // namespace

bool ordered_in_block(Stamp earlier, Position later) {
  const Phase phase = phase_of(earlier);
  const PhaseInfo& info = phases[later.phase];
  if (phase < info.block_base) return true;
  if (phase > later.phase) return false;
  if (is_someone(earlier)) return true;
  if (level_of(earlier) == Level::kBlock) return false;
  if (level_of(earlier) == Level::kThread && thread_of(earlier) == later.thread) return true;
  if (warp_of(earlier) != later.thread >> 5) return false;
  if (phase < info.warp_base) return true;
  return info.extra != 0 && lanes_ordered(earlier, later, extra_of(later.phase));
}

bool happens_before(Stamp earlier, Position later, Proof* proof, Acquired acquired) {
  Proof unused;
  return Search(earlier, proof ? *proof : unused, acquired).run(later);
}

}  // namespace emu::checker
