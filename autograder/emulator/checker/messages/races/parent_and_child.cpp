// A race between a grid and one that it launched: the child sees what was written before its
// launch, and its parent never sees what it writes.
#include "checker/messages/races/cause.h"
#include "checker/messages/words.h"

namespace emu::checker {

namespace {

/// The parent's access, a write or read (`noun`).
struct OfParent {
  Position at;
  Level level;  // whom `at` stands for
  std::string noun;
  const SourceLine& line;
};

/// "line 31", or "other.cu:31" when that is not the file of the access.
std::string launch_line(const TwoAccesses& two, const Work& child) {
  const std::string file(child.info.file.empty() ? two.where.file : child.info.file);
  return line_words({file, child.info.line, ""}, two.where);
}

/// Whether the parent's line comes after that of the launch, as one reads.
bool stands_behind(const Work& child, const SourceLine& line) {
  return line.file == child.info.file && line.line > child.info.line;
}

bool by_launching_block(const Work& child, const OfParent& parents) {
  return phases[parents.at.phase].block == phases[child.launched_at.phase].block;
}

/// Whether the parent's access came after the launch for the thread or block that made it.
bool follows_launch(const Work& child, const OfParent& parents) {
  const Position launch = child.launched_at;
  if (!by_launching_block(child, parents)) return false;
  const bool launcher = parents.level == Level::kThread && parents.at.thread == launch.thread;
  return launcher || phases[parents.at.phase].block_base > launch.phase;
}

Explanation launched_elsewhere(const OfParent& parents, Position launch) {
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

Explanation after_launch(const TwoAccesses& two, const Work& child, const std::string& noun) {
  return {.missing = "the " + noun +
                     " comes after the launch, and the child may run at any time from then on; "
                     "move the " +
                     noun + " before " + launch_line(two, child),
          .cites = "M2",
          .weight = kLaunch};
}

Explanation before_launch(const TwoAccesses& two, const Work& child, const OfParent& parents) {
  const Position launch = child.launched_at;
  const bool warp = parents.level != Level::kBlock && parents.at.thread / 32 == launch.thread / 32;
  return {
      .missing =
          "nothing orders the " + parents.noun + " before the launch; " +
          put_barrier(warp, block_at(launch.phase), "before " + launch_line(two, child)) +
          (stands_behind(child, parents.line) ? ", and the " + parents.noun + " before that" : ""),
      .cites = "M2",
      .weight = warp ? kLanes : kLaunch};
}

Explanation around_launch(const TwoAccesses& two, const Work& child, const OfParent& parents) {
  if (!by_launching_block(child, parents)) {
    auto why = told_wrongly(two, parents.at, parents.noun, parents.line);
    return why ? *why : launched_elsewhere(parents, child.launched_at);
  }
  if (follows_launch(child, parents)) return after_launch(two, child, parents.noun);
  return before_launch(two, child, parents);
}

Explanation unseen_child() {
  return {.missing =
              "a parent never sees its child's writes, and cannot wait for them; do this in a "
              "kernel launched into cudaStreamTailLaunch",
          .cites = "M3",
          .weight = kGrids};
}

}  // namespace

// A parent that reads after the launch wants the child's result: an earlier read is no cure. It
// may have read earlier in this run, where nothing orders the reading thread and the launch.
Explanation parent_then_child(const TwoAccesses& two, const Work& child) {
  const OfParent parents{{phase_of(two.race.earlier), thread_of(two.race.earlier)},
                         level_of(two.race.earlier),
                         two.race.earlier_wrote ? "write" : "read",
                         two.other};
  if (two.race.earlier_wrote) return around_launch(two, child, parents);
  if (follows_launch(child, parents) || stands_behind(child, two.other)) return unseen_child();
  return around_launch(two, child, parents);
}

Explanation child_then_parent(const TwoAccesses& two, const Work& child) {
  if (!two.race.access.writes) return unseen_child();
  return around_launch(two, child, {two.race.at, Level::kThread, "write", two.where});
}

}  // namespace emu::checker
