#include "checker/race.h"

#include <string>
#include <unordered_map>

#include "checker/judge.h"
#include "checker/place.h"
#include "checker/release.h"
#include "checker/words.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

constexpr std::uint64_t kWellKnown = 100;

std::unordered_map<std::uint64_t, std::uint64_t>& seen() {  // pairs of sites → times
  static std::unordered_map<std::uint64_t, std::uint64_t> pairs;
  return pairs;
}

/// Whether two blocks of one grid are concerned: those that made the accesses, or the one that made
/// the access of the parent and the one that launched the child.
bool crosses_blocks(Stamp earlier) {
  const Block& first = block_at(phase_of(earlier));
  const Block& second = *now.block;
  if (first.work == second.work) return &first != &second;
  if (second.work->parent == first.work) return &first != &block_at(second.work->launched_at.phase);
  if (first.work->parent == second.work) return &second != &block_at(first.work->launched_at.phase);
  return false;
}

/// Races within a block and between blocks want different cures, so that a hundred of the first
/// kind must not hide the second.
std::uint64_t pair_key(Stamp earlier, const Access& access) {
  return std::uint64_t{crosses_blocks(earlier)} << 63 | (earlier >> kWhoBits) << 32 |
         encode_site(access.site);
}

Severity missing_fence_severity = Severity::kError;

/// A race as it was found, with what messages need.
struct Race {
  Stamp earlier;
  bool earlier_wrote;
  Access access;
  std::uintptr_t begin;
  Position at;
};

struct Explanation {
  std::string rule = "race";
  std::string missing;  // what orders nothing, and what to do
  std::string cites;
  bool by_grid = false;  // the accesses are named by grid, not by thread
};

class Explainer {
 public:
  explicit Explainer(const Race& race)
      : race_(race),
        first_(*work_of(race.earlier)),
        second_(*block_at(race.at.phase).work),
        where_(source_line(race.access.site)),
        other_(source_line(site_of(race.earlier))) {}

  Diagnostic diagnostic() const {
    const Explanation why = explain();
    Diagnostic d;
    d.rule = why.rule;
    d.severity = why.rule == "missing-fence" ? missing_fence_severity : Severity::kError;
    d.message = subject() + " " + later_verb() + " " +
                name_of_memory(race_.begin, race_.access.size) + ", which " + object() + " " +
                earlier_verb() + " at " + std::to_string(other_.line) + ": " + why.missing + " (" +
                why.cites + ")";
    d.where = where_;
    d.other = other_;
    d.cites = why.cites;
    return d;
  }

 private:
  static bool is_host(const Work& w) { return w.info.kind == WorkInfo::Kind::kHost; }
  bool same_work() const { return &first_ == &second_; }
  bool same_block() const {
    return &block_at(phase_of(race_.earlier)) == &block_at(race_.at.phase);
  }
  bool earlier_atomic() const { return (race_.earlier & kAtomic) != 0; }

  static bool frees(const Work& work) {
    return work.info.kind == WorkInfo::Kind::kCopy && work.info.kernel.starts_with("cudaFree");
  }
  std::string later_verb() const {
    if (frees(second_)) return "frees";
    return race_.access.updates ? "atomically updates" : race_.access.writes ? "writes" : "reads";
  }
  std::string earlier_verb() const {
    if (!race_.earlier_wrote) {
      const bool named_by_thread = same_work() || in_tree(&second_, &first_);
      const bool several = named_by_thread && level_of(race_.earlier) != Level::kThread;
      return several ? "read" : "reads";
    }
    if (frees(first_)) return "frees";
    return earlier_atomic() ? "atomically updates" : "writes";
  }
  std::string earlier_noun() const { return race_.earlier_wrote ? "write" : "read"; }
  std::string later_noun() const { return race_.access.writes ? "write" : "read"; }

  std::string subject() const {
    const Stamp me = make_stamp(race_.at.phase, race_.at.thread);
    if (same_block() || same_work()) return who_words(me);
    // In the parent, the thread is the point; of a child, the grid.
    if (second_.info.kind == WorkInfo::Kind::kGrid && in_tree(&first_, &second_))
      return who_words(me) + " of " + std::string(second_.info.kernel);
    return work_words(second_);
  }
  std::string object() const {
    if (same_block()) return thread_words(race_.earlier);
    if (same_work()) return who_words(race_.earlier);
    if (first_.info.kind == WorkInfo::Kind::kGrid && in_tree(&second_, &first_))
      return who_words(race_.earlier);
    return work_words(first_);
  }

  Explanation explain() const {
    if (both_sides_atomic()) return scope_too_narrow();
    if (is_constant()) return changed_constant();
    if (is_host(first_) || is_host(second_)) return with_host();
    if (same_block()) return in_block();
    if (same_work()) return between_blocks();
    if (Work* child = child_towards(const_cast<Work*>(&first_), const_cast<Work*>(&second_)))
      return parent_then_child(*child);
    if (Work* child = child_towards(const_cast<Work*>(&second_), const_cast<Work*>(&first_)))
      return child_then_parent(*child);
    return siblings();
  }

  bool both_sides_atomic() const { return race_.access.atomic && earlier_atomic(); }

  Explanation scope_too_narrow() const {
    if (race_.access.block_scope || (race_.earlier & kBlockScope) != 0)
      return {.missing =
                  "an atomic with the suffix _block is atomic for threads of one block only; "
                  "use the plain form",
              .cites = "M4"};
    return {.missing =
                "an atomic is atomic for the threads of one device only; where several devices "
                "share memory use the form with the suffix _system",
            .cites = "M4"};
  }

  bool is_constant() const {
    const memory::Allocation* allocation = memory::find(race_.begin);
    return allocation != nullptr && allocation->kind == memory::Kind::kConstant;
  }

  Explanation changed_constant() const {
    return {.missing =
                "a constant may change only while no grid that reads it is alive; copy it in the "
                "stream of those grids, or synchronise with them first",
            .cites = "M7"};
  }

  /// The call waits for the current device only.
  std::string with_its_device_current() const {
    if (!several_devices_work) return {};
    return " with device " + std::to_string(first_.info.device) + " current";
  }

  Explanation with_host() const {
    const std::string line = std::to_string(is_host(second_) ? where_.line : other_.line);
    if (is_host(second_))
      return {.missing = "the host has not waited for that work; call cudaDeviceSynchronize()" +
                         with_its_device_current() + " (or synchronise its stream) before line " +
                         line,
              .cites = "M5"};
    return {.missing =
                "the host makes this access after the launch, without having waited for the "
                "work; move it before the launch or synchronise before line " +
                line,
            .cites = "M6"};
  }

  Explanation in_block() const {
    const bool warp =
        level_of(race_.earlier) != Level::kBlock && warp_of(race_.earlier) == race_.at.thread / 32;
    const std::string between = other_.line == where_.line
                                    ? "between the two turns at line " + std::to_string(where_.line)
                                    : "between lines " + std::to_string(other_.line) + " and " +
                                          std::to_string(where_.line);
    return {.missing =
                "nothing orders the two threads; " + if_they_count() + "put " +
                (warp ? "__syncthreads() (or, within a warp, __syncwarp()) " : "__syncthreads() ") +
                between,
            .cites = "M11"};
  }

  /// One line that races with itself is most often `++*count`.
  std::string if_they_count() const {
    if (other_.line != where_.line || other_.file != where_.file) return "";
    return "if every thread is to add to it, use atomicAdd; otherwise ";
  }

  Explanation between_blocks() const {
    if (lacks_fence()) return missing_fence();
    return {.missing =
                "blocks of one grid run in any order, and __syncthreads() holds for one block "
                "only; " +
                if_they_count() +
                "split the work over two launches, or publish with __threadfence() and "
                "an atomic",
            .cites = "M4"};
  }

  /// Whether the block that wrote has made an atomic since, behind no fence that others see.
  bool lacks_fence() const {
    return race_.earlier_wrote && !earlier_atomic() &&
           block_at(phase_of(race_.earlier)).loose_atomic >= phase_of(race_.earlier);
  }

  Explanation missing_fence() const {
    const Block& writer = block_at(phase_of(race_.earlier));
    const SourceLine atomic = source_line(address_of_site(writer.loose_site));
    const std::string line = atomic.line ? " at line " + std::to_string(atomic.line) : "";
    const std::string between =
        "between the write at line " + std::to_string(other_.line) + " and the atomic" + line;
    if (writer.loose_is_narrow)
      return {.rule = "missing-fence",
              .missing = "the fence before the atomic" + line +
                         " holds for its own block only; use __threadfence(), not "
                         "__threadfence_block(), " +
                         between,
              .cites = "M4"};
    return {.rule = "missing-fence",
            .missing = "the atomic" + line +
                       " orders nothing without a fence; put __threadfence() " + between,
            .cites = "M4"};
  }

  /// `parents` is the parent's position when it made its access, a write or read named `noun`.
  Explanation around_launch(const Work& child, Position parents, bool whole_block,
                            const std::string& noun) const {
    const Position launch = child.launched_at;
    const std::string line = std::to_string(child.info.line);
    const bool same_block = phases[parents.phase].block == phases[launch.phase].block;
    if (!same_block && lacks_fence()) return missing_fence();
    if (!same_block) return launched_elsewhere(parents, launch, noun);
    if (follows_launch(child, parents, whole_block))
      return {.missing = "the " + noun +
                         " comes after the launch, and the child may run at any time "
                         "from then on; move the " +
                         noun + " before line " + line,
              .cites = "M2"};
    return {.missing = "nothing orders the " + noun +
                       " before the launch; put __syncthreads() before line " + line,
            .cites = "M2"};
  }

  Explanation launched_elsewhere(Position parents, Position launch, const std::string& noun) const {
    return {.missing = "the launch by " + block_words(block_at(launch.phase)) +
                       " says nothing about a " + noun + " by " +
                       block_words(block_at(parents.phase)) +
                       ", and __syncthreads() holds for one block only; launch the child into "
                       "cudaStreamTailLaunch (T8), as the host's next kernel, or from the block "
                       "that finishes last (__threadfence() and an atomic counter), or let each "
                       "block launch a child for its own data",
            .cites = "M4"};
  }

  /// Whether the parent's access came after the launch for the thread or block that made it.
  bool follows_launch(const Work& child, Position parents, bool whole_block) const {
    const Position launch = child.launched_at;
    if (phases[parents.phase].block != phases[launch.phase].block) return false;
    const bool launcher = !whole_block && parents.thread == launch.thread;
    return launcher || phases[parents.phase].block_base > launch.phase;
  }

  // A parent that reads after the launch wants the child's result: an earlier read is no cure.
  Explanation parent_then_child(const Work& child) const {
    const Position parents{phase_of(race_.earlier), thread_of(race_.earlier)};
    const bool whole_block = level_of(race_.earlier) != Level::kThread;
    if (!race_.earlier_wrote && follows_launch(child, parents, whole_block)) return unseen_child();
    return around_launch(child, parents, whole_block, earlier_noun());
  }

  Explanation unseen_child() const {
    return {.missing =
                "a parent never sees its child's writes, and cannot wait for them; do this in a "
                "kernel launched into cudaStreamTailLaunch",
            .cites = "M3"};
  }

  Explanation child_then_parent(const Work& child) const {
    if (race_.access.writes) return around_launch(child, race_.at, false, later_noun());
    return unseen_child();
  }

  Explanation neighbours() const {
    return {.missing =
                "nothing orders the two: they run on two devices, which do not wait for each "
                "other; let the stream of the one wait for an event recorded behind the other",
            .cites = "P6"};
  }

  Explanation siblings() const {
    if (first_.info.device != second_.info.device) return neighbours();
    return {.missing =
                "nothing orders the two: launched into different streams they may run at the "
                "same time; launch both into one stream, or let one wait for an event of the "
                "other's stream",
            .cites = "S5"};
  }

  const Race& race_;
  const Work& first_;
  const Work& second_;
  const SourceLine where_, other_;
};

std::uint64_t site_number(Stamp stamp) { return stamp >> kWhoBits; }

/// A plain read and an atomic update: the site of the read; else 0.
std::uint64_t plain_read_site(const Race& race) {
  const bool earlier_atomic = (race.earlier & kAtomic) != 0;
  if (race.earlier_wrote && earlier_atomic && !race.access.writes && !race.access.atomic)
    return encode_site(race.access.site);
  if (!race.earlier_wrote && !earlier_atomic && race.access.atomic && race.access.updates)
    return site_number(race.earlier);
  return 0;
}

void say(const Race& race) {
  std::uint64_t& times = seen()[pair_key(race.earlier, race.access)];
  if (++times > kWellKnown) return;
  Diagnostic diagnostic = Explainer(race).diagnostic();
  if (const std::uint64_t read = plain_read_site(race))
    hold_race(read, std::move(diagnostic));
  else
    diagnose(std::move(diagnostic));
}

Race awaited;

}  // namespace

bool well_known_race(Stamp earlier, const Access& access) {
  if (seen().empty()) return false;
  const auto found = seen().find(pair_key(earlier, access));
  return found != seen().end() && found->second >= kWellKnown;
}

void report_race(Stamp earlier, bool earlier_wrote, const Access& access, std::uintptr_t begin) {
  const Race race{earlier, earlier_wrote, access, begin, now.position};
  const bool both_plain_writes =
      earlier_wrote && access.writes && !access.atomic && (earlier & kAtomic) == 0;
  const bool store_follows = now.block->work->info.kind == WorkInfo::Kind::kGrid;
  if (!both_plain_writes || !store_follows || access.size > 16) return say(race);
  awaited = race;
  await_store(reinterpret_cast<const void*>(access.address), access.size, [] { say(awaited); });
}

void note_hint_by(Stamp read) {
  if ((read & kAtomic) == 0) note_hint(site_number(read));
}

void set_missing_fence_severity(Severity severity) { missing_fence_severity = severity; }

}  // namespace emu::checker
