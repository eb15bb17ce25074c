// Task 4: a grid that stays until all boards are done.
#include "28-persistent-queues/queens.h"

namespace {

using namespace checks;

// How a grid that stays is launched.
struct Plan {
  Case one;
  int blocks, size;
};

std::string words(const Plan& plan) {
  return fmt::format("{}, {} {} of one warp, a queue of {} {}", checks::words(plan.one),
                     plan.blocks, plan.blocks == 1 ? "block" : "blocks", plan.size,
                     plan.size == 1 ? "slot" : "slots");
}

Outcome run_queue(const Plan& plan) {
  return EXERCISE(queens_by_queue, output<int>(plan.one.n + 1), output<Counters>(1), output<int>(1),
                  plan.one.n, plan.one.split, plan.blocks, plan.size);
}

const char* const kLostInQueue =
    "each child that push could not put into the queue must be counted by its lane, with "
    "count_alone, and each board that was taken must be expanded";
const char* const kTwiceInQueue =
    "a board is either in the queue, or its lane counts it alone, as push says. And a warp takes "
    "only the board with its own ticket: an odd number of another round is that of another board";

const char* const kNeverDone =
    "a warp leaves when nothing is outstanding, and that never happens here. Each board that is "
    "pushed adds one to `outstanding`, and the warp that took it must subtract one, once, when all "
    "that came of it has been pushed or counted. A warp that leaves earlier takes its ticket along, "
    "and the board with that ticket is never taken";
const char* const kWaitsForAll =
    "the warps of this grid need not be on the card together: a warp may wait only for a board "
    "that a running warp holds. It looks at its slot and at `outstanding`, and at nothing that "
    "blocks do when they start";

// The first cause that explains why warps wait in vain.
void expect_end(const Outcome& run, const Plan& plan) {
  const bool is_stuck = std::ranges::any_of(
      run.diagnostics, [](const Diagnostic& d) { return d.rule == "deadlock"; });
  ASSERT_THAT(run, NoFinding("waits-for-block", "", is_stuck ? kNeverDone : kWaitsForAll))
      << words(plan);
  ASSERT_THAT(run, NoFinding("deadlock", "", kNeverDone)) << words(plan);
  ASSERT_THAT(run, (Judged{"ends",
                           [](const Outcome& o) -> Refusal {
                             if (o.ending != Ending::kTimedOut) return {};
                             return because(Cause::kEnding, o.what + "\n" + kNeverDone);
                           }}))
      << words(plan);
  ASSERT_THAT(run, FinishedCleanly()) << words(plan);
  ASSERT_THAT(run, ReturnsNoError()) << words(plan);
}

Judged CountsBoardsOfQueue(const Tree& tree) {
  return {"counts each board once", [tree](const Outcome& run) {
            return why_other_counts(run.result<int>(0), tree, kLostInQueue, kTwiceInQueue);
          }};
}

// Tasks that must have been pushed or refused. What comes of a refused one is no task any more.
bool all_are_known(const Counters& at, const Plan& plan) {
  return at.refused == 0 || plan.one.split <= 2;
}

// Each task is pushed or refused, and all are done.
Refusal why_other_way(const Counters& at, const Tree& tree, const Plan& plan) {
  if (at.outstanding != 0) {
    return because(Cause::kCall,
                   "`outstanding` is {} when all warps have left; it should be 0: one warp takes "
                   "each board, and one lane of it subtracts one when the board is done",
                   at.outstanding);
  }
  const int known = at.pushed + at.refused;
  if (known > tree.tasks || (known < tree.tasks && all_are_known(at, plan))) {
    return because(
        Cause::kCall,
        "{} boards were pushed and {} counted as refused; together they should be {}, "
        "all boards with fewer than {} queens: each lane whose board push refuses adds 1 "
        "to `refused`",
        at.pushed, at.refused, tree.tasks, plan.one.split);
  }
  if (at.room == plan.size) return {};
  return because(Cause::kCall, "`room` is {} at the end; it should be {}, all slots: take adds one",
                 at.room, plan.size);
}

Judged UsesTheQueue(const Tree& tree, const Plan& plan) {
  return {"uses the queue", [=](const Outcome& run) {
            return why_other_way(run.result<Counters>(1)[0], tree, plan);
          }};
}

Judged RefusesNone(const Plan& plan) {
  return {"refuses no board", [plan](const Outcome& run) -> Refusal {
            const int refused = run.result<Counters>(1)[0].refused;
            if (refused == 0) return {};
            return because(
                Cause::kCall,
                "{} boards were refused, but no more than {} boards can wait in this queue at the "
                "same time: free a board's slot when the board has been taken, before the boards "
                "that come of it are pushed",
                refused, plan.size);
          }};
}

void expect_queens(const Outcome& run, const Plan& plan) {
  const Tree tree = tree_of(plan.one);
  ASSERT_NO_FATAL_FAILURE(expect_end(run, plan));
  ASSERT_THAT(run, CountsBoardsOfQueue(tree)) << words(plan);
  ASSERT_THAT(run, UsesTheQueue(tree, plan)) << words(plan);
  EXPECT_THAT(run, WroteResult(0).where([&](int r) { return tree.counts[r] != 0; }));
}

TEST(PersistentQueues, QueueCountsBoards) {
  const Case middle{5, 5}, large{6, 4};
  for (const Plan& plan :
       some_of({Plan{middle, 4, 1000}, Plan{middle, 6, most_at_once(tree_of(middle))},
                Plan{{1, 1}, 3, 1}, Plan{{4, 3}, 1, 100},
                Plan{large, 5, most_at_once(tree_of(large))}})) {
    const Outcome run = run_queue(plan);
    ASSERT_NO_FATAL_FAILURE(expect_queens(run, plan));
    ASSERT_THAT(run, RefusesNone(plan)) << words(plan);
  }
}

TEST(PersistentQueues, NothingIsLost) {
  for (const Plan& plan :
       some_of({Plan{{5, 5}, 4, 1}, Plan{{6, 2}, 6, 3}, Plan{{5, 5}, 3, 7}, Plan{{6, 3}, 8, 2}})) {
    ASSERT_NO_FATAL_FAILURE(expect_queens(run_queue(plan), plan));
  }
}

// Boards that had been counted when the first warp left.
Refusal why_left_early(const Outcome& run) {
  const int counted = run.result<int>(2)[0];
  int all = 0;
  for (const int count : run.result<int>(0)) all += count;
  if (counted >= all) return {};
  return because(
      Cause::kCall,
      "a warp left when {} boards had been counted, and {} more were counted later. That the queue is empty does not mean "
      "that all is done: another warp may hold a board of which more will come, and the board with "
      "the ticket of a warp that has left is never taken. A warp leaves when `outstanding` is 0, "
      "and that counts a board from before it is announced until all lanes of its warp have pushed "
      "or counted what came of it",
      counted, all - counted);
}

TEST(PersistentQueues, NoWarpLeavesEarly) {
  NEEDS_EMULATOR();
  // The last has boards that are done as soon as they are taken.
  for (const Plan& plan : {Plan{{5, 5}, 8, 100}, Plan{{5, 3}, 6, 2}, Plan{{6, 2}, 8, 100}}) {
    const Outcome run = run_queue(plan);
    ASSERT_NO_FATAL_FAILURE(expect_end(run, plan));
    ASSERT_THAT(run, Judged("stays until all is done", why_left_early)) << words(plan);
    ASSERT_NO_FATAL_FAILURE(expect_queens(run, plan));
  }
}

TEST(PersistentQueues, OneGridDoesIt) {
  NEEDS_EMULATOR();
  const Plan plan{{6, 5}, 8, 20};
  const Outcome run = run_queue(plan);
  EXPECT_THAT(run.launches, ContainsNo(Child()))
      << "this grid finds its boards in the queue and launches nothing";
  ASSERT_THAT(run.launches, HostLaunchCount(2));
  ASSERT_NO_FATAL_FAILURE(expect_queens(run, plan));
}

}  // namespace
