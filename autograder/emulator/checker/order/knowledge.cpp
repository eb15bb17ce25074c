#include "checker/order/knowledge.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "checker/order/vector_clock.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

constexpr std::size_t kStride = 64;  // publications from one clock that is kept in any case on

/// One after another and without recursion: what was acquired from whom can be a chain as long as
/// the run. What a set is made of is older than the set, so there are no circles.
class Summing {
 public:
  explicit Summing(Acquired acquired) : level_(static_cast<std::size_t>(acquired)) {}

  const Clock* of(const AcquiredSet& set) {
    if (const Clock* known = set.clocks[level_]) return known;
    open_.assign(1, &set);
    while (!open_.empty() && !out_of_clocks()) {
      const AcquiredSet& next = *open_.back();
      if (next.clocks[level_] || is_summed(next)) open_.pop_back();
    }
    return set.clocks[level_];
  }

 private:
  /// False: what must be summed first is on top of the stack.
  bool is_known(const AcquiredSet* set) {
    if (!set || set->clocks[level_]) return true;
    open_.push_back(set);
    return false;
  }

  bool is_summed(const AcquiredSet& set) {
    if (!is_known(set.next) || !is_known(set.other)) return false;
    Clock sum;
    if (set.record) {
      Record& record = *set.record;
      if (set.wide && !takes(record, record.wide, set.length, sum)) return false;
      Published* own = by_own_block(record, set.block);
      if (own && (own->narrow || !set.wide) && !takes(record, *own, set.length, sum)) return false;
    }
    for (const AcquiredSet* more : {set.next, set.other})
      if (more) sum = unite(sum, *more->clocks[level_]);
    set.clocks[level_] = &state.order.clocks.emplace_back(sum);
    return true;
  }

  static Published* by_own_block(Record& record, std::uint32_t block) {
    const auto found = record.by_block.find(block);
    return found == record.by_block.end() ? nullptr : &found->second;
  }

  /// Adds the publications of an index below `length` to `sum`.
  bool takes(const Record& record, Published& published, std::uint32_t length, Clock& sum) {
    const auto& all = published.entries;
    const auto end = std::lower_bound(all.begin(), all.end(), length);
    const auto count = static_cast<std::uint32_t>(end - all.begin());
    auto& summed = published.summed[level_];
    if (!summed) summed = std::make_unique<Summed>();
    if (count < summed->so_far.count) return takes_earlier(record, published, count, sum);
    if (!adds(record, published, summed->so_far, count)) return false;
    sum = unite(sum, keep(*summed));
    return true;
  }

  bool takes_earlier(const Record& record, Published& published, std::uint32_t count, Clock& sum) {
    auto& kept = published.summed[level_]->kept;
    auto next =
        std::upper_bound(kept.begin(), kept.end(), count,
                         [](std::uint32_t wanted, const SoFar& one) { return wanted < one.count; });
    SoFar from = next == kept.begin() ? SoFar{} : *std::prev(next);
    const bool is_new = from.count != count;
    from.edit = 0;
    if (!adds(record, published, from, count)) return false;
    if (is_new) kept.insert(next, from);
    sum = unite(sum, from.clock);
    return true;
  }

  static const Clock& keep(Summed& summed) {
    summed.so_far.edit = 0;
    if (summed.kept.empty() || summed.kept.back().count != summed.so_far.count)
      summed.kept.push_back(summed.so_far);
    return summed.so_far.clock;
  }

  bool adds(const Record& record, Published& published, SoFar& so_far, std::uint32_t count) {
    while (so_far.count < count) {
      if (so_far.edit == 0) so_far.edit = new_edit();
      if (!add(record, published, so_far)) return false;
      ++so_far.count;
      Summed& summed = *published.summed[level_];
      if (&so_far == &summed.so_far && so_far.count % kStride == 0) keep(summed);
    }
    return true;
  }

  /// The next publication, and all that its thread knew.
  bool add(const Record& record, const Published& published, SoFar& so_far) {
    const std::uint32_t index = published.entries[so_far.count];
    const Publication& publication = record.list[index];
    const Extra& extra = extra_of(publication.after);
    bool all = so_far.count == 0;  // does the thread know all that was published before?
    const AcquiredSet* sets[] = {extra.knowledge, level_ > 0 ? extra.passed : nullptr,
                                 level_ > 1 ? extra.unfenced : nullptr};
    for (const AcquiredSet*& set : sets) {
      set = beyond(record, published, so_far.count, set, all);
      if (!is_known(set)) return false;
    }
    ++state.order.steps;
    const ClockPart* position = position_entry(publication.at, publication.after);
    Clock whole;
    for (const AcquiredSet* set : sets) {
      if (!set) continue;
      Clock& more = *set->clocks[level_];
      if (!more.root) more.root = position;
      whole = unite(whole, more);
    }
    add_known(so_far, whole, position, all);
    add_leads(so_far, extra, *block_at(publication.after).work);
    return true;
  }

  /// What a set says beyond earlier publications of the record, which are in the sum already.
  static const AcquiredSet* beyond(const Record& record, const Published& published,
                                   std::uint32_t count, const AcquiredSet* set, bool& all) {
    if (&published != &record.wide) return set;
    while (set && set->record == &record && set->wide && !set->other &&
           set->length <= published.entries[count]) {
      const auto own = record.by_block.find(set->block);
      if (own != record.by_block.end() && own->second.narrow) break;
      all = all || set->length > published.entries[count - 1];
      set = set->next;
    }
    return set;
  }

  static void add_known(SoFar& so_far, const Clock& whole, const ClockPart* position, bool all) {
    Clock& clock = so_far.clock;
    if (clock.root && holds(whole.all, *clock.root)) {
      clock.all = whole.all;
      all = true;
    } else if (!whole.root || !holds(clock.all, *whole.root)) {
      clock.all = unite(clock.all, whole.all, so_far.edit);
    }
    clock.all = unite(clock.all, position, so_far.edit);
    clock.root = all ? position : nullptr;
  }

  static void add_lead(SoFar& so_far, Known known, std::uint64_t number, Phase top) {
    const ClockPart*& all = so_far.clock.all;
    if (top == 0 || top_of(all, known, number) >= top) return;
    all = unite(all, entry(known, number, top), so_far.edit);
  }

  /// What came with the publication otherwise.
  static void add_leads(SoFar& so_far, const Extra& extra, const Work& work) {
    add_lead(so_far, Known::kStart, work.number, work.start);
    add_lead(so_far, Known::kGridBase, work.number, extra.grid_base);
    add_lead(so_far, Known::kClusterBase, extra.cluster, extra.cluster_base);
    add_lead(so_far, Known::kWatermark, 0, extra.watermark);
    const Known ends = work.info.kind == WorkInfo::Kind::kGrid ? Known::kAwaited : Known::kComplete;
    for (const Joined* j = extra.joined; j; j = j->next)
      add_lead(so_far, ends, j->work->number, Work::kNever);
  }

  const std::size_t level_;
  std::vector<const AcquiredSet*> open_;
};

void tell_of_most_clock_parts() {
  if (std::exchange(state.order.told_of_most_clock_parts, true)) return;
  diagnose({.rule = "race",
            .severity = Severity::kWarning,
            .message = "this run has too many fences and atomics for the race checker: from here "
                       "on it misses races between threads that have acquired anything by them",
            .where = {},
            .other = {},
            .cites = {}});
}

}  // namespace

const Clock* clock_of(const AcquiredSet& set, Acquired acquired) {
  const Clock* clock = Summing(acquired).of(set);
  if (!clock) tell_of_most_clock_parts();
  return clock;
}

}  // namespace emu::checker
