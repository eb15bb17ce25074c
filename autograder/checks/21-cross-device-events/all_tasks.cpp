// What holds for all tasks: what is created is destroyed, and each launch is followed by a look at
// its error.
#include "21-cross-device-events/graph.h"
#include "21-cross-device-events/runs.h"
#include "shared/host_calls.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

// Of too few that are destroyed the first one that was created is shown, of too many the first
// destruction.
Refusal why_not_destroyed(const Outcome& run, const std::string& kind) {
  const int made = successes(run, "cuda" + kind + "Create");
  const int gone = successes(run, "cuda" + kind + "Destroy");
  if (made == gone) return {};
  const std::string name = "cuda" + kind + (made < gone ? "Destroy" : "Create");
  return refusal_at(first_success(run, name),
                    "{}: of {} {}s that the host creates it destroys {}. Destroy each once, when "
                    "everything is launched. Waits that have been made stay in effect, and work in "
                    "a destroyed stream continues (S8, E8)",
                    run.entry_point, made, kind == "Event" ? "event" : "stream", gone);
}

ReportMatcher DestroysEach(const std::string& kind) {
  return {"destroys each once",
          [kind](const Outcome& run) { return why_not_destroyed(run, kind); }};
}

// A node is one grid in one stream, with one event behind it.
Refusal why_more_than_one_each(const Outcome& run, int nodes) {
  for (const char* kind : {"Stream", "Event"}) {
    const int made = successes(run, std::string("cuda") + kind + "Create");
    if (made <= nodes) continue;
    return because(
        "run_graph creates {} {}s for {} nodes: one of each per node is enough; any number of "
        "streams can wait for one event",
        made, kind == std::string("Event") ? "event" : "stream", nodes);
  }
  return {};
}

void expect_results_of_grids(const Outcome& four, const Outcome& graph) {
  ASSERT_THAT(four, WroteDoubled().somewhere());
  ASSERT_THAT(four, WroteDifference().somewhere());
  ASSERT_THAT(graph, Settled(0).somewhere());
}

TEST(CrossDeviceEvents, EventsAreDestroyed) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome four = run_four(10, 0, 1), graph = run(line(2)), node = run(line(1)),
                rounds = run_rounds(2, 2), watches = run_watches(2);
  for (const Outcome* outcome : {&four, &graph, &node, &rounds, &watches}) {
    ASSERT_THAT(outcome->launches, Contains(FromHost()))
        << outcome->entry_point << " launches nothing yet";
    ASSERT_THAT(*outcome, ReturnsNoError());  // who leaves early destroys nothing
    ASSERT_THAT(*outcome, Keeps("device-api"));
    ASSERT_THAT(*outcome, DestroysEach("Event"));
    EXPECT_THAT(*outcome, DestroysEach("Stream"));
  }
  EXPECT_THAT(graph, ReportMatcher("creates at most one of each per node", [](const Outcome& o) {
                return why_more_than_one_each(o, line(2).nodes());
              }));
  ASSERT_NO_FATAL_FAILURE(expect_results_of_grids(four, graph));
  EXPECT_THAT(rounds, Moved().somewhere());
}

// TRY leaves the function: what follows a refused launch would work with what is not there.
ReportMatcher LaunchesNothingAfter(const NumberedLaunch& refused) {
  return {"launches nothing after a refused launch", [refused](const Outcome& run) -> Refusal {
            int host_launches = 0;
            for (const Launch& l : run.launches) {
              if (!l.from_host() || ++host_launches < refused.number) continue;
              return refusal_at(refused.launch,
                                "this launch of {} was refused, and the host launched {} (line "
                                "{}) anyway. Right after each launch: "
                                "TRY(cudaGetLastError()), which leaves the function (R3)",
                                refused.launch.kernel, l.kernel, l.line);
            }
            return {};
          }};
}

void expect_nothing_after_refusals() {
  for (const auto& refused : first_of_each_line(run_four(10, 0, 1).launches, true)) {
    const Outcome run = run_refusing_host(refused.number, [] { return run_four(10, 0, 1); });
    ASSERT_THAT(run, LaunchesNothingAfter(refused));
  }
}

TEST(CrossDeviceEvents, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome four = run_four(10, 0, 1), graph = run(line(2)), watches = run_watches(2);
  for (const Outcome* outcome : {&four, &graph, &watches}) {
    ASSERT_THAT(outcome->launches, Contains(FromHost()))
        << outcome->entry_point << " launches nothing yet";
    ASSERT_THAT(*outcome, ReturnsNoError());
  }
  ASSERT_NO_FATAL_FAILURE(expect_results_of_grids(four, graph));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_four(10, 0, 1); }));
  ASSERT_NO_FATAL_FAILURE(expect_nothing_after_refusals());
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run(line(2)); }));
  expect_errors_returned([] { return run_watches(2); });
}

}  // namespace
