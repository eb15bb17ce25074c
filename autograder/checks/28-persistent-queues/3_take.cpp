// Task 3: boards come out of the queue, each once.
#include "28-persistent-queues/passing.h"

namespace {

using namespace checks;

Outcome run_hand_over(const Pushes& p) {
  const int lanes = kLanes * p.warps * p.rounds;
  return EXERCISE(hand_over, output<int>(lanes), output<int>(lanes), output<int>(1),
                  output<Counters>(1), input(p.masks), p.warps, p.rounds, p.size);
}

Refusal why_not_taken_once(const Outcome& run, const Pushes& p) {
  const Array<int> taken = run.result<int>(0), outcome = run.result<int>(1);
  for (int k = 0; k < static_cast<int>(taken.size()); ++k) {
    const int wanted = outcome[k] == 1 ? 1 : 0;
    if (taken[k] == wanted) continue;
    return because(
        "the board of {} was {} and taken {} times. The warp with ticket t takes the "
        "board from slot t % size only when turns[t % size] is 2 * (t / size) + 1: an "
        "odd number of another round is that of another board",
        lane_words(p, k), wanted == 1 ? "pushed" : "refused", taken[k]);
  }
  return {};
}

Refusal why_broken(const Outcome& run) {
  const int broken = run.result<int>(2)[0];
  if (broken == 0) return {};
  return because(Cause::kCall,
                 "{} times, take gave another board than one that was pushed: read the board when "
                 "it has been announced, and before its slot is free again",
                 broken);
}

Judged HandsOver(const Pushes& p) {
  return {"hands each board over once", [p](const Outcome& run) -> Refusal {
            if (Refusal wrong = why_other_outcome(run.result<int>(1), p); !wrong.why.empty())
              return wrong;
            if (Refusal wrong = why_broken(run); !wrong.why.empty()) return wrong;
            return why_not_taken_once(run, p);
          }};
}

Judged FreesSlots(const Pushes& p) {
  return {"frees the slots", [p](const Outcome& run) {
            return why_other_counters(run.result<Counters>(3)[0], number_pushed(run.result<int>(1)),
                                      p.size);
          }};
}

Judged PushesAny() {
  return {"pushes boards", [](const Outcome& run) -> Refusal {
            if (number_pushed(run.result<int>(1)) > 0) return {};
            return because("no board was pushed, so none can be taken: task 2 comes first");
          }};
}

void expect_handed_over(const Pushes& p) {
  const Outcome run = run_hand_over(p);
  ASSERT_NO_FATAL_FAILURE(expect_clean_queue(run, p));
  ASSERT_THAT(run, PushesAny()) << words(p);
  ASSERT_THAT(run, HandsOver(p)) << words(p);
  ASSERT_THAT(run, FreesSlots(p)) << words(p);
}

TEST(PersistentQueues, BoardsAreHandedOver) {
  for (const Pushes& p : some_of({some_pushes(4, 6, 500), few_boards(6, 8, 4),
                                  some_pushes(3, 6, 33), few_boards(8, 6, 3)})) {
    ASSERT_NO_FATAL_FAILURE(expect_handed_over(p));
  }
}

TEST(PersistentQueues, SlotsAreUsedAgain) {
  // Of one warp each round finds an empty queue.
  for (const Pushes& p : some_of({few_boards(1, 20, 3), few_boards(1, 20, 7)})) {
    const Outcome run = run_hand_over(p);
    ASSERT_NO_FATAL_FAILURE(expect_clean_queue(run, p));
    ASSERT_THAT(run, HandsOver(p)) << words(p);
    const int refused = p.boards() - number_pushed(run.result<int>(1));
    ASSERT_THAT(run, (Judged{"finds the queue empty in each round",
                             [&](const Outcome&) -> Refusal {
                               if (refused == 0) return {};
                               return because(
                                   Cause::kCall,
                                   "{} of {} boards were refused, though the warp takes all boards "
                                   "of a round before it pushes those of the next: take must make "
                                   "its slot free, for turns and for `room`",
                                   refused, p.boards());
                             }}))
        << words(p);
    ASSERT_THAT(run, FreesSlots(p)) << words(p);
  }
  for (const Pushes& p : some_of({few_boards(5, 8, 1), few_boards(7, 8, 2)})) {
    ASSERT_NO_FATAL_FAILURE(expect_handed_over(p));
  }
}

}  // namespace
