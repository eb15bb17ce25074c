// A race between blocks of one grid, or between a block and the child that another one launched: a
// block that has told others that it is done wants a fence, and a barrier before that.
#include "checker/messages/races/cause.h"
#include "checker/messages/words.h"
#include "memory/zones.h"

namespace emu::checker {

namespace {

/// Whether another thread of its block has told others since that the block is done, and no
/// barrier came before.
bool is_counted_too_early(Position at) {
  const Position published = block_at(at.phase).published;
  return published.phase >= at.phase && published.thread != at.thread &&
         phases[published.phase].block_base <= at.phase;
}

std::string told_that_it_is_done(const TwoAccesses& two, const Block& block) {
  const SourceLine atomic = source_line(address_of_site(block.published_site));
  return "thread " + std::to_string(block.published.thread) +
         " of its block tells the others by the atomic at " + line_words(atomic, two.where) +
         " that it is done";
}

Explanation counted_too_early(const TwoAccesses& two, Position at, const std::string& noun,
                              const SourceLine& line) {
  return {.missing = told_that_it_is_done(two, block_at(at.phase)) +
                     ", which holds for its own accesses and for those before a barrier; put "
                     "__syncthreads() between the " +
                     noun + " at " + line_words(line, two.where) + " and that atomic's fence",
          .cites = "M4",
          .weight = kBlocks};
}

/// Whether the block has told others that it is done behind a barrier, by a fence before it.
bool is_fenced_before_the_barrier(Position at) {
  const Block& block = block_at(at.phase);
  const Phase behind = phases[block.published.phase].block_base;
  return block.published_fence != 0 && behind > at.phase && behind > block.published_fence;
}

Explanation fence_too_early(const TwoAccesses& two, Position at) {
  return {.missing = told_that_it_is_done(two, block_at(at.phase)) +
                     ", but its fence is before the barrier and holds for "
                     "its own accesses only; put __threadfence() between the barrier and that "
                     "atomic",
          .cites = "M4",
          .weight = kBlocks};
}

/// In one phase only the thread that wrote is known to come later, and only by a later line.
bool follows_the_write(const TwoAccesses& two, const Block& writer) {
  if (level_of(two.race.earlier) == Level::kThread &&
      writer.loose.thread != thread_of(two.race.earlier))
    return false;
  const SourceLine atomic = source_line(address_of_site(writer.loose_site));
  return atomic.file != two.other.file || atomic.function != two.other.function ||
         atomic.line >= two.other.line;
}

/// Whether the block that wrote has made an atomic since, behind no fence that others see.
bool lacks_fence(const TwoAccesses& two) {
  const Block& writer = block_at(phase_of(two.race.earlier));
  const Phase wrote = phase_of(two.race.earlier);
  if (!two.race.earlier_wrote || two.earlier_atomic() || writer.loose.phase < wrote) return false;
  return writer.loose.phase > wrote || follows_the_write(two, writer);
}

Explanation missing_fence(const TwoAccesses& two) {
  const Block& writer = block_at(phase_of(two.race.earlier));
  const SourceLine atomic = source_line(address_of_site(writer.loose_site));
  const std::string line = atomic.line ? " at " + line_words(atomic, two.where) : "";
  const std::string between =
      "between the write at " + line_words(two.other, two.where) + " and the atomic" + line;
  if (writer.loose_is_narrow)
    return {.rule = "missing-fence",
            .missing = "the fence before the atomic" + line +
                       " holds for its own block only; use __threadfence(), not "
                       "__threadfence_block(), " +
                       between,
            .cites = "M4",
            .weight = kBlocks};
  return {.rule = "missing-fence",
          .missing = "the atomic" + line + " orders nothing without a fence; put __threadfence() " +
                     between,
          .cites = "M4",
          .weight = kBlocks};
}

}  // namespace

std::optional<Explanation> told_wrongly(const TwoAccesses& two, Position at,
                                        const std::string& noun, const SourceLine& line) {
  if (is_counted_too_early(at)) return counted_too_early(two, at, noun, line);
  if (two.race.earlier_wrote && is_fenced_before_the_barrier(at)) return fence_too_early(two, at);
  if (lacks_fence(two)) return missing_fence(two);
  return std::nullopt;
}

/// In shared memory of one of them, which the other reaches as a block of the same cluster.
static Explanation between_neighbours(const TwoAccesses& two) {
  return {.missing = two.updates || (two.one_line() && two.both_write())
                         ? "the blocks of a cluster run at the same time; use an atomic, or give "
                           "each block a place of its own"
                         : "the blocks of a cluster run at the same time, and __syncthreads() "
                           "holds for one block only; put cluster.sync() between the two",
          .cites = "K14",
          .weight = kBlocks};
}

Explanation between_blocks(const TwoAccesses& two) {
  if (memory::in_shared(two.race.begin)) return between_neighbours(two);
  if (two.one_line() && two.both_write() && !two.updates)
    return {.missing =
                "blocks of one grid run in any order; give each block a place of its own, "
                "or pass the value on as an argument",
            .cites = "M4",
            .weight = kBlocks};
  const Position writer{phase_of(two.race.earlier), thread_of(two.race.earlier)};
  if (two.race.earlier_wrote)
    if (auto why = told_wrongly(two, writer, "write", two.other)) return *why;
  return {.missing =
              "blocks of one grid run in any order, and __syncthreads() holds for one block "
              "only; split the work over two launches, or publish with __threadfence() and "
              "an atomic",
          .cites = "M4",
          .weight = kBlocks};
}

}  // namespace emu::checker
