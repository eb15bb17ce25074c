#include "checker/messages/race.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "checker/messages/judge.h"
#include "checker/messages/place.h"
#include "checker/messages/words.h"
#include "checker/order/release.h"
#include "checker/state.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

constexpr std::uint64_t kWellKnown = 100;

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

/// Whether the two are ordered but for a fence behind the atomic that took what the first did.
Acquired lacking_acquire(Stamp earlier) {
  for (const Acquired how : {Acquired::kByBarrier, Acquired::kByNothing})
    if (happens_before(earlier, now.position, nullptr, how)) return how;
  return Acquired::kByFence;
}

/// Of several races at the same two lines the one whose cure cures the others is told.
enum Weight : unsigned { kLanes, kThreads, kLaunch, kBlocks, kGrids, kDevices, kUpdate };

struct Explanation {
  std::string rule = "race";
  std::string missing;  // what orders nothing, and what to do
  std::string cites;
  Weight weight = kThreads;
  Severity severity = Severity::kError;
};

/// Notes the race; true once the line is known to read a word and write it back.
bool is_update(const std::string& line, bool both_write, std::uintptr_t begin) {
  RacesWithItself& one = state.findings.with_itself[line];
  (both_write ? one.write_and_write : one.read_and_write) = begin;
  return one.read_and_write == one.write_and_write;
}

/// The lines of two accesses as one function has them, or of its own each.
struct TwoLines {
  SourceLine earlier, later;
};

/// From inside out: where the access is, and the calls that led there.
std::vector<SourceLine> frames_of(const SourceLine& line) {
  std::vector<SourceLine> frames{line};
  frames.insert(frames.end(), line.callers.begin(), line.callers.end());
  return frames;
}

/// Advice is for the function that makes both accesses, or calls what makes them: a helper that
/// exchanges two values has no place for a barrier.
TwoLines lines_of_one_function(const SourceLine& earlier, const SourceLine& later) {
  TwoLines lines{earlier, later};
  std::vector<SourceLine> ones = frames_of(earlier), others = frames_of(later);
  while (!ones.empty() && !others.empty()) {
    const SourceLine one = ones.back(), other = others.back();
    if (one.function != other.function || one.file != other.file) break;
    lines = {one, other};
    if (one.line != other.line) break;
    ones.pop_back();
    others.pop_back();
  }
  return lines;
}

class Explainer {
 public:
  explicit Explainer(const Race& race)
      : race_(race),
        first_(*work_of(race.earlier)),
        second_(*block_at(race.at.phase).work),
        where_(source_line(race.access.site)),
        other_(source_line(site_of(race.earlier))),
        lines_(lines_of_one_function(other_, where_)),
        updates_(one_line() && !race.access.atomic && (race.earlier & kAtomic) == 0 &&
                 is_update(file_and_line(where_), race.earlier_wrote && race.access.writes,
                           race.begin)) {}

  Diagnostic diagnostic() const { return diagnostic(explain()); }

  /// The same if the second store turns out to change nothing.
  Diagnostic same_value() const {
    return diagnostic({.rule = "same-value",
                       .missing =
                           "both store the same value, which passes here, and nothing orders the "
                           "two: to the memory model of C++ this is a race all the same; let one "
                           "thread store it, or use an atomic",
                       .cites = "M12",
                       .severity = state.settings.harmless});
  }

  /// The same if the plain read turns out to be followed by an atomic that decides.
  Diagnostic hint() const {
    return diagnostic({.rule = "hint",
                       .missing =
                           "a plain read that an atomic follows and checks passes here, and "
                           "nothing orders the two: to the memory model of C++ this is a race all "
                           "the same; read by a volatile pointer, or take the value that the "
                           "atomic returns",
                       .cites = "M12",
                       .severity = state.settings.harmless});
  }

 private:
  Diagnostic diagnostic(const Explanation& why) const {
    Diagnostic d;
    d.rule = why.rule;
    d.severity = why.rule == "missing-fence" ? state.settings.missing_fence : why.severity;
    d.message = subject() + " " + later_verb() + " " +
                name_of_memory(race_.begin, race_.access.size) + called_at(where_) + ", which " +
                object() + " " + earlier_verb() + " at " + place_of_other() + called_at(other_) +
                ": " + why.missing + " (" + why.cites + ")";
    d.where = where_;
    d.other = other_;
    d.cites = why.cites;
    d.weight = why.weight;
    return d;
  }

  /// Where a function that the compiler has inlined was called, which its line does not tell.
  static std::string called_at(const SourceLine& line) {
    if (line.callers.empty() || line.callers.front().file != line.file) return {};
    return " (in " + line.function + ", called at line " +
           std::to_string(line.callers.front().line) + ")";
  }

  bool one_line() const { return other_.line == where_.line && other_.file == where_.file; }
  std::string place_of_other() const {
    return other_.file == where_.file ? std::to_string(other_.line) : file_and_line(other_);
  }
  /// "between lines 24 and 31", with the names of two files. In the order of the accesses only if
  /// they are in one file in that order: threads without a barrier come to lines in any order.
  std::string between_the_lines() const {
    const auto& [earlier, later] = lines_;
    if (earlier.file != later.file)
      return "between " + file_and_line(earlier) + " and " + file_and_line(later);
    if (earlier.line == later.line)
      return "between the two turns at line " + std::to_string(later.line);
    const auto [low, high] = std::minmax(earlier.line, later.line);
    const std::string lines = "lines " + std::to_string(low) + " and " + std::to_string(high);
    return "between " + lines + (earlier.line < later.line ? "" : " (in a loop, also at its end)");
  }

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
    if (race_.access.frees || frees(second_)) return "frees";
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
    if (race_.acquired != Acquired::kByFence) return missing_acquire();
    if (is_constant()) return changed_constant();
    if (is_host(first_) || is_host(second_)) return with_host();
    Explanation why = by_scope();
    if (updates_ && why.rule == "race") {  // a lock without fences needs these
      why.missing = lost_update();
      why.weight = kUpdate;
    }
    return why;
  }

  /// Who can wait for whom decides which cure there is.
  Explanation by_scope() const {
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
                  "an atomic with the suffix _block is atomic for the threads of one block only; "
                  "use the form without it, which holds for the device",
              .cites = "M13",
              .weight = kBlocks};
    return {
        .missing =
            "an atomic is atomic for the threads of one device only; where another device or the "
            "host shares the memory use the form with the suffix _system",
        .cites = "M13",
        .weight = kDevices};
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
    if (!state.order.several_devices_work) return {};
    return " with device " + std::to_string(first_.info.device) + " current";
  }

  Explanation with_host() const {
    const std::string line = line_words(is_host(second_) ? where_ : other_, where_);
    const Work& work = is_host(second_) ? first_ : second_;
    const bool host_writes = is_host(second_) ? race_.access.writes : race_.earlier_wrote;
    if (host_writes && work.info.kind == WorkInfo::Kind::kCopy)
      return {.missing = "the host writes it while " + std::string(work.info.kernel) +
                         " may still be at work; wait for that call's work before " + line +
                         ", or give each such call memory of its own",
              .cites = "D6"};
    if (is_host(second_))
      return {.missing = "the host has not waited for that work; call cudaDeviceSynchronize()" +
                         with_its_device_current() + " (or synchronise its stream) before " + line,
              .cites = "M5"};
    return before_the_work(line);
  }

  /// In this run the host's access came first: nothing has kept it from that.
  Explanation before_the_work(const std::string& line) const {
    if (!race_.earlier_wrote)
      return {.missing =
                  "the host reads it without having waited for that work; synchronise its stream "
                  "or the device before " +
                  line +
                  ", or wait for an event that is recorded after that work (a wait for another "
                  "stream is none)",
              .cites = "M5"};
    return {.missing =
                "the host writes it after the launch, without having waited for that work; move "
                "the write before the launch, or synchronise its stream or the device before " +
                line,
            .cites = "M6"};
  }

  std::string lost_update() const {
    const bool devices = first_.info.device != second_.info.device;
    return std::string(
               "nothing orders the two: each reads the word, changes it and writes it "
               "back, so that one change is lost; use ") +
           (devices ? "atomicAdd_system" : "atomicAdd") + ", or the atomic that does what line " +
           std::to_string(where_.line) + " does, or let one thread do it";
  }

  /// A barrier is advice for a place that all who wait in it reach. Lanes of one warp may be no
  /// more than the first two of a block that want one: they are meant to meet as the block does
  /// elsewhere, all together or warp by warp.
  static std::string put_barrier(bool within_a_warp, const Block& block, const std::string& place) {
    if (!within_a_warp)
      return "put __syncthreads() " + place + ", where all threads of the block come";
    const bool by_warps = block.met_at == nullptr && (block.warps_meet || block.threads <= 32);
    if (!by_warps)
      return "put __syncthreads() " + place +
             " if all threads of the block come there, or __syncwarp(mask) for the lanes of one "
             "warp that do";
    return "put __syncwarp(mask), with the lanes that take part, " + place +
           ", or __syncthreads() if all threads of the block come there";
  }

  /// Since a barrier between the two lines has been passed, the upper one is of the next turn.
  Explanation behind_a_barrier(unsigned barrier) const {
    const auto [low, high] = std::minmax(lines_.earlier.line, lines_.later.line);
    return {.missing = with_line("nothing orders the two threads: the barrier at line ", barrier) +
                       with_line(" lies between the two lines, and none where line ", low) +
                       with_line(" comes again after line ", high) +
                       with_line("; put __syncthreads() also behind line ", high) +
                       ", at the end of the loop or before the next call, where all threads of the "
                       "block come",
            .cites = "M11",
            .weight = kThreads};
  }
  static std::string with_line(const char* words, unsigned line) {
    return words + std::to_string(line);
  }

  /// The line of the block's latest barrier, if it lies between those of the two accesses; else 0.
  unsigned barrier_between() const {
    const void* const met_at = block_at(race_.at.phase).met_at;
    const auto& [earlier, later] = lines_;
    if (met_at == nullptr || earlier.file != later.file) return 0;
    const SourceLine barrier = source_line(met_at);
    const auto [low, high] = std::minmax(earlier.line, later.line);
    const bool lies_between = barrier.file == later.file && barrier.function == later.function &&
                              low < barrier.line && barrier.line < high;
    return lies_between ? barrier.line : 0;
  }

  Explanation in_block() const {
    if (const unsigned barrier = barrier_between(); barrier != 0) return behind_a_barrier(barrier);
    const bool warp = in_warp(race_.earlier, race_.at.thread);
    // Two writes by one line are mostly two threads with one index.
    const std::string index = one_line() && race_.earlier_wrote && race_.access.writes
                                  ? "give each thread a place of its own, or, for turns of a loop, "
                                  : "";
    return {.missing = "nothing orders the two threads; " + index +
                       put_barrier(warp, block_at(race_.at.phase), between_the_lines()),
            .cites = "M11",
            .weight = warp ? kLanes : kThreads};
  }

  /// Whether who made `stamp` are lanes of that thread's warp.
  static bool in_warp(Stamp stamp, std::uint32_t thread) {
    return level_of(stamp) != Level::kBlock && warp_of(stamp) == thread / 32;
  }

  Explanation between_blocks() const {
    if (one_line() && race_.earlier_wrote && race_.access.writes && !updates_)
      return {.missing =
                  "blocks of one grid run in any order; give each block a place of its own, "
                  "or pass the value on as an argument",
              .cites = "M4",
              .weight = kBlocks};
    const Position writer{phase_of(race_.earlier), thread_of(race_.earlier)};
    if (race_.earlier_wrote && is_counted_too_early(writer))
      return counted_too_early(writer, "write", other_);
    if (race_.earlier_wrote && is_fenced_before_the_barrier(writer)) return fence_too_early(writer);
    if (lacks_fence()) return missing_fence();
    return {.missing =
                "blocks of one grid run in any order, and __syncthreads() holds for one block "
                "only; split the work over two launches, or publish with __threadfence() and "
                "an atomic",
            .cites = "M4",
            .weight = kBlocks};
  }

  /// Whether another thread of its block has told others since that the block is done, and no
  /// barrier came before.
  bool is_counted_too_early(Position at) const {
    const Position published = block_at(at.phase).published;
    return published.phase >= at.phase && published.thread != at.thread &&
           phases[published.phase].block_base <= at.phase;
  }

  std::string told_that_it_is_done(const Block& block) const {
    const SourceLine atomic = source_line(address_of_site(block.published_site));
    return "thread " + std::to_string(block.published.thread) +
           " of its block tells the others by the atomic at " + line_words(atomic, where_) +
           " that it is done";
  }

  Explanation counted_too_early(Position at, const std::string& noun,
                                const SourceLine& line) const {
    return {
        .missing =
            told_that_it_is_done(block_at(at.phase)) +
            ", which holds for its own accesses and for those before a barrier; put __syncthreads() between the " +
            noun + " at " + line_words(line, where_) + " and that atomic's fence",
        .cites = "M4",
        .weight = kBlocks};
  }

  /// Whether the block has told others that it is done behind a barrier, by a fence before it.
  bool is_fenced_before_the_barrier(Position at) const {
    const Block& block = block_at(at.phase);
    const Phase behind = phases[block.published.phase].block_base;
    return block.published_fence != 0 && behind > at.phase && behind > block.published_fence;
  }

  Explanation fence_too_early(Position at) const {
    return {.missing = told_that_it_is_done(block_at(at.phase)) +
                       ", but its fence stands before the barrier and holds for "
                       "its own accesses only; put __threadfence() between the barrier and that "
                       "atomic",
            .cites = "M4",
            .weight = kBlocks};
  }

  /// Whether the block that wrote has made an atomic since, behind no fence that others see.
  bool lacks_fence() const {
    const Block& writer = block_at(phase_of(race_.earlier));
    const Phase wrote = phase_of(race_.earlier);
    if (!race_.earlier_wrote || earlier_atomic() || writer.loose.phase < wrote) return false;
    return writer.loose.phase > wrote || follows_the_write(writer);
  }

  /// In one phase only the thread that wrote is known to come later, and only by a later line.
  bool follows_the_write(const Block& writer) const {
    if (level_of(race_.earlier) == Level::kThread &&
        writer.loose.thread != thread_of(race_.earlier))
      return false;
    const SourceLine atomic = source_line(address_of_site(writer.loose_site));
    return atomic.file != other_.file || atomic.function != other_.function ||
           atomic.line >= other_.line;
  }

  Explanation missing_fence() const {
    const Block& writer = block_at(phase_of(race_.earlier));
    const SourceLine atomic = source_line(address_of_site(writer.loose_site));
    const std::string line = atomic.line ? " at " + line_words(atomic, where_) : "";
    const std::string between =
        "between the write at " + line_words(other_, where_) + " and the atomic" + line;
    if (writer.loose_is_narrow)
      return {.rule = "missing-fence",
              .missing = "the fence before the atomic" + line +
                         " holds for its own block only; use __threadfence(), not "
                         "__threadfence_block(), " +
                         between,
              .cites = "M4",
              .weight = kBlocks};
    return {.rule = "missing-fence",
            .missing = "the atomic" + line +
                       " orders nothing without a fence; put __threadfence() " + between,
            .cites = "M4",
            .weight = kBlocks};
  }

  /// The first side has fenced; the atomic or volatile read that saw it did happen, but no fence
  /// behind it. A barrier behind it does on every card that we know of, though nothing says so.
  Explanation missing_acquire() const {
    const bool barrier = race_.acquired == Acquired::kByBarrier;
    const std::string here =
        same_work() ? "line " + std::to_string(where_.line) : "the launch at line " + launch_line();
    return {
        .rule = "missing-acquire",
        .missing = std::string("an atomic or volatile read has seen that it was done, ") +
                   (barrier ? "and a barrier followed, but no fence" : "but no fence followed") +
                   "; put __threadfence() behind that read too, before " + here,
        .cites = "M4",
        .severity = barrier ? state.settings.harmless : Severity::kError};
  }

  std::string launch_line() const { return std::to_string(second_.info.line); }

  /// `parents` is the parent's position when it wrote or read (`noun`) at `line`.
  struct OfParent {
    Position at;
    Level level;  // whom `at` stands for
    std::string noun;
    const SourceLine& line;
  };

  Explanation around_launch(const Work& child, const OfParent& parents) const {
    const Position launch = child.launched_at;
    const bool same_block = phases[parents.at.phase].block == phases[launch.phase].block;
    if (!same_block && is_counted_too_early(parents.at))
      return counted_too_early(parents.at, parents.noun, parents.line);
    if (!same_block && race_.earlier_wrote && is_fenced_before_the_barrier(parents.at))
      return fence_too_early(parents.at);
    if (!same_block && lacks_fence()) return missing_fence();
    if (!same_block) return launched_elsewhere(parents, launch);
    if (follows_launch(child, parents))
      return {.missing = "the " + parents.noun +
                         " comes after the launch, and the child may run at any time "
                         "from then on; move the " +
                         parents.noun + " before " + launch_line(child),
              .cites = "M2",
              .weight = kLaunch};
    const bool warp =
        parents.level != Level::kBlock && parents.at.thread / 32 == launch.thread / 32;
    return {.missing =
                "nothing orders the " + parents.noun + " before the launch; " +
                put_barrier(warp, block_at(launch.phase), "before " + launch_line(child)) +
                (stands_behind(child, parents.line) ? ", and the " + parents.noun + " before that"
                                                    : ""),
            .cites = "M2",
            .weight = warp ? kLanes : kLaunch};
  }

  /// "line 31", or "other.cu:31" when that is not the file of the access.
  std::string launch_line(const Work& child) const {
    const std::string file(child.info.file.empty() ? where_.file : child.info.file);
    return line_words({file, child.info.line, ""}, where_);
  }

  /// Whether the parent's line comes after that of the launch, as one reads.
  static bool stands_behind(const Work& child, const SourceLine& line) {
    return line.file == child.info.file && line.line > child.info.line;
  }

  Explanation launched_elsewhere(const OfParent& parents, Position launch) const {
    return {.missing = "the launch by " + block_words(block_at(launch.phase)) +
                       " says nothing about a " + parents.noun + " by " +
                       block_words(block_at(parents.at.phase)) +
                       ", and __syncthreads() holds for one block only; launch the child into "
                       "cudaStreamTailLaunch (T8), as the host's next kernel, or from the block "
                       "that finishes last (__threadfence() and an atomic counter), or let each "
                       "block launch a child for its own data",
            .cites = "M4",
            .weight = kBlocks};
  }

  /// Whether the parent's access came after the launch for the thread or block that made it.
  bool follows_launch(const Work& child, const OfParent& parents) const {
    const Position launch = child.launched_at;
    if (phases[parents.at.phase].block != phases[launch.phase].block) return false;
    const bool launcher = parents.level == Level::kThread && parents.at.thread == launch.thread;
    return launcher || phases[parents.at.phase].block_base > launch.phase;
  }

  // A parent that reads after the launch wants the child's result: an earlier read is no cure. It
  // may have read earlier in this run, where nothing orders the reading thread and the launch.
  Explanation parent_then_child(const Work& child) const {
    const OfParent parents{{phase_of(race_.earlier), thread_of(race_.earlier)},
                           level_of(race_.earlier),
                           earlier_noun(),
                           other_};
    if (race_.earlier_wrote) return around_launch(child, parents);
    if (follows_launch(child, parents) || stands_behind(child, other_)) return unseen_child();
    return around_launch(child, parents);
  }

  Explanation unseen_child() const {
    return {.missing =
                "a parent never sees its child's writes, and cannot wait for them; do this in a "
                "kernel launched into cudaStreamTailLaunch",
            .cites = "M3",
            .weight = kGrids};
  }

  Explanation child_then_parent(const Work& child) const {
    if (!race_.access.writes) return unseen_child();
    return around_launch(child, {race_.at, Level::kThread, later_noun(), where_});
  }

  Explanation neighbours() const {
    return {.missing =
                "nothing orders the two: they run on two devices, which do not wait for each "
                "other; let the stream of the one wait for an event recorded behind the other",
            .cites = "P6",
            .weight = kDevices};
  }

  /// Copies and memsets of the host in the default stream.
  static bool is_call_in_default_stream(const Work& work) {
    const std::string_view name = work.info.kernel;
    return work.info.kind == WorkInfo::Kind::kCopy && is_host(*work.parent) &&
           !name.ends_with("Async") &&
           (name.starts_with("cudaMemcpy") || name.starts_with("cudaMemset"));
  }

  /// What the host launched: `work`, or what it descends from.
  static const Work& sent_by_host(const Work& work) {
    const Work* sent = &work;
    while (!is_host(*sent->parent)) sent = sent->parent;
    return *sent;
  }

  /// A call in the default stream that is not ordered with work in another stream.
  struct BesideCall {
    const Work* call = nullptr;  // null: neither of the two is one, or both are
    const Work* other = nullptr;
    bool call_came_first() const { return call->number < sent_by_host(*other).number; }
  };
  BesideCall beside_call() const {
    const bool first = is_call_in_default_stream(first_);
    if (first == is_call_in_default_stream(second_)) return {};
    return first ? BesideCall{&first_, &second_} : BesideCall{&second_, &first_};
  }

  /// One that came first has returned early, or it would be done.
  Explanation beside_a_call(const BesideCall& two) const {
    const std::string name(two.call->info.kernel);
    const std::string stream = "the stream of " + std::string(sent_by_host(*two.other).info.kernel);
    const std::string waiting = "the default stream and the streams that wait for it";
    const std::string missing = two.call_came_first()
                                    ? name + " may return before it is done, and only " + waiting +
                                          " come after it; use " + name + "Async in " + stream +
                                          ", or call cudaDeviceSynchronize() between the two"
                                    : name + " waits only for " + waiting + ", and " + stream +
                                          " is none of these; synchronise that stream before " +
                                          call_line(*two.call) + ", or use " + name + "Async in it";
    return {.missing = "nothing orders the two: " + missing, .cites = "D6", .weight = kGrids};
  }

  std::string call_line(const Work& call) const {
    return line_words(&call == &second_ ? where_ : other_, where_);
  }

  Explanation siblings() const {
    if (const BesideCall two = beside_call(); two.call) return beside_a_call(two);
    if (first_.info.device != second_.info.device) return neighbours();
    if (first_.parent != second_.parent) return cousins();
    if (!is_host(*first_.parent) && launching_block(first_) != launching_block(second_))
      return launched_by_two_blocks();
    return {.missing =
                "nothing orders the two: launched into different streams they may run at the "
                "same time; launch both into one stream, or let the second wait for an event that "
                "the first one's stream records behind it",
            .cites = "S5",
            .weight = kGrids};
  }

  static std::uint32_t launching_block(const Work& work) {
    return phases[work.launched_at.phase].block;
  }

  /// Children that one line launches are to work on different data, as a rule.
  std::string data_of_their_own() const {
    const bool alike = first_.info.kernel == second_.info.kernel &&
                       first_.info.line == second_.info.line &&
                       first_.info.file == second_.info.file;
    return alike ? "give each of them data of its own, or " : "";
  }

  Explanation launched_by_two_blocks() const {
    return {.missing =
                "nothing orders the two: no stream is common to two blocks, each has a NULL "
                "stream of its own; " +
                data_of_their_own() +
                "launch the second into cudaStreamTailLaunch, or both from one thread into "
                "one stream",
            .cites = "S1",
            .weight = kGrids};
  }

  /// What the host sent, and what that launched, into two streams of the host.
  Explanation two_trees(const Work& first, const Work& second) const {
    const std::string both =
        first.info.kernel == second.info.kernel
            ? "two launches of " + std::string(first.info.kernel)
            : std::string(first.info.kernel) + " and " + std::string(second.info.kernel);
    return {.missing = "nothing orders the two: the host has sent " + both +
                       " into streams that do not wait for each other, nor do their children; "
                       "send both into one stream, or let the one stream wait for an event "
                       "recorded in the other",
            .cites = "N4",
            .weight = kGrids};
  }

  Explanation cousins() const {
    const Work &first = sent_by_host(first_), &second = sent_by_host(second_);
    if (&first != &second) return two_trees(first, second);
    return {.missing = "nothing orders the two, which different grids have launched; " +
                       data_of_their_own() +
                       "launch the second where the first is complete: in a tail of the grid above "
                       "both, or as the host's next kernel",
            .cites = "M5",
            .weight = kGrids};
  }

  const Race& race_;
  const Work& first_;
  const Work& second_;
  const SourceLine where_, other_;
  const TwoLines lines_;
  const bool updates_;  // the line reads the word and writes it back, plainly
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

/// A number for the site of a read and the memory that it read: the same line of a function may
/// read what an atomic decides about, and something else.
std::uint64_t hint_key(std::uint64_t site, std::uintptr_t begin) {
  const memory::Allocation* allocation = memory::find(begin);
  return (allocation ? allocation->begin : begin) >> 6 << kSiteBits | site;
}

void say(const Race& race) {
  std::uint64_t& times = state.findings.seen[pair_key(race.earlier, race.access)];
  if (++times > kWellKnown) return;
  const Explainer explainer(race);
  if (const std::uint64_t read = plain_read_site(race))
    hold_race(hint_key(read, race.begin), explainer.diagnostic(), explainer.hint());
  else
    diagnose(explainer.diagnostic());
}

/// Once for each pair of lines, with a count.
void say_same_value(const Race& race) {
  const std::uint64_t pair = pair_key(race.earlier, race.access);
  if (!is_held_with_race(pair)) hold_unless_race(pair, Explainer(race).same_value());
}

void say_what_changed() {
  for (const AwaitedRace& store : std::exchange(state.findings.awaited, {})) {
    const Access& access = store.race.access;
    const void* const now_there = reinterpret_cast<const void*>(access.address);
    const bool changed = std::memcmp(now_there, store.before, access.size) != 0;
    changed ? say(store.race) : say_same_value(store.race);
  }
}

/// Cells of one access that race with one line are one race.
bool is_awaited(const Race& race) {
  return std::ranges::any_of(state.findings.awaited, [&race](const AwaitedRace& store) {
    return store.race.access.address == race.access.address &&
           pair_key(store.race.earlier, race.access) == pair_key(race.earlier, race.access);
  });
}

void say_if_it_changes(const Race& race) {
  if (!race.access.whole && is_awaited(race)) return;
  AwaitedRace& store = state.findings.awaited.emplace_back(AwaitedRace{race, {}});
  store.race.access.whole = nullptr;
  std::memcpy(store.before, reinterpret_cast<const void*>(race.access.address), race.access.size);
  await_store(&say_what_changed);
}

}  // namespace

bool well_known_race(Stamp earlier, const Access& access) {
  if (state.findings.seen.empty()) return false;
  const auto found = state.findings.seen.find(pair_key(earlier, access));
  return found != state.findings.seen.end() && found->second >= kWellKnown;
}

void report_race(Stamp earlier, bool earlier_wrote, const Access& access, std::uintptr_t begin) {
  const Race race{earlier, earlier_wrote, access, begin, now.position, lacking_acquire(earlier)};
  const bool both_plain_writes =
      earlier_wrote && access.writes && !access.atomic && (earlier & kAtomic) == 0;
  const bool store_follows = now.block->work->info.kind == WorkInfo::Kind::kGrid && !access.frees;
  if (both_plain_writes && store_follows)
    say_if_it_changes(race);
  else
    say(race);
}

void note_hint_by(Stamp read, std::uintptr_t begin) {
  if ((read & kAtomic) == 0) note_hint(hint_key(site_number(read), begin));
}

Severity lenient_severity() { return state.settings.harmless; }
void set_strict(bool strict) {
  state.settings.harmless = strict ? Severity::kError : Severity::kWarning;
}

void set_missing_fence_severity(Severity severity) { state.settings.missing_fence = severity; }

}  // namespace emu::checker
