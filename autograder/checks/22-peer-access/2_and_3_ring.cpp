// Tasks 2 and 3: halos that kernels read or copies bring, and devices that step side by side.
#include <utility>

#include "22-peer-access/steps.h"
#include "shared/judged.h"

namespace {

using namespace checks;

TEST(PeerAccess, RingIsOneField) {
  NEEDS_DEVICES(2);
  for (const int devices : ring_sizes()) {
    expect_one_field(Entry::kRing, {devices, 16 / devices, devices == 2 ? 150 : 33}, 4);
  }
}

TEST(PeerAccess, RingOfCopies) {
  NEEDS_DEVICES(2);
  for (const int devices : ring_sizes()) {
    expect_one_field(Entry::kRing, {devices, 16 / devices, 33}, 4, 0, false);
  }
  if (settings().device == DeviceKind::kGpu) return;  // no card's peers can be taken away
  for (const auto& [devices, island] : some_of({std::pair{4, 2}, {8, 4}})) {
    expect_one_field(Entry::kRing, {devices, 3, 40}, 3, island);
  }
}

int copies_of(const Outcome& run) {
  int count = 0;
  for (const ApiCall& call : run.host_calls) {
    const bool copies = call.name.starts_with("cudaMemcpyPeer") || call.name == "cudaMemcpyAsync" ||
                        call.name.starts_with("cudaMemcpy2D") ||
                        call.name.starts_with("cudaMemcpy3D");
    if (copies && call.result == 0) ++count;
  }
  return count;
}

// `sides`: at how many edges of strips the neighbor's memory is refused.
Refusal why_not_so_many_copies(const Outcome& run, int devices, int sides, int steps) {
  const int copies = copies_of(run), needed = sides * steps;
  if (copies == needed) return {};
  if (devices == 1)
    return because(
        "{} rows were copied in {} steps on one device: it is its own neighbor, and "
        "cudaDeviceCanAccessPeer says 0 for a device and itself. reach() should say that a device "
        "reaches its own memory (P1)",
        copies, steps);
  return because(
      "{} rows were copied in {} steps; it should be {}: a kernel reads the row in the neighbor's "
      "memory itself where it may (s.direct), and only elsewhere a copy of it (P4, P5)",
      copies, steps, needed);
}

ReportMatcher CopiesRows(int devices, int sides, int steps) {
  return {"copies the rows that it must",
          [=](const Outcome& run) { return why_not_so_many_copies(run, devices, sides, steps); }};
}

TEST(PeerAccess, NothingCopiedInVain) {
  NEEDS_EMULATOR();
  const int steps = 3;
  struct Machine {
    int devices, island;
    int sides;  // where strips meet whose devices cannot reach each other, both ways
  };
  for (const auto& [devices, island, sides] : some_of({Machine{4, 0, 0}, {1, 0, 0}, {4, 2, 4}})) {
    const Field f{devices, 2, 8};
    const Outcome run = run_field(Entry::kRing, f, steps, island, true);
    ASSERT_THAT(run, ReturnsNoError()) << machine_words(devices, island);
    ASSERT_THAT(run.launches, Contains(FromHost("relax"))) << "take_step launches nothing yet";
    ASSERT_THAT(run, CopiesRows(devices, sides, steps)) << machine_words(devices, island);
    expect_work_on_all_devices(run, f, steps);
  }
}

Refusal why_not_side_by_side(const Outcome& run, int devices) {
  for (int d = 1; d < devices; ++d) {
    const auto here = grids(run.launches, "relax", d), there = grids(run.launches, "relax", d - 1);
    if (here.empty() || there.empty() || beside(here, there) > 0) continue;
    const Launch& late = *here.front();
    return refusal_at(late,
                      "device {} is never at work while device {} is: each step of the one waits "
                      "for the same step of the other. A wait is for the latest record when "
                      "cudaStreamWaitEvent is called (E8): first let all strips wait for the step "
                      "before, then record the events of this step",
                      d, d - 1);
  }
  return {};
}

ReportMatcher StepsTogether(int devices) {
  return {"devices step together",
          [devices](const Outcome& run) { return why_not_side_by_side(run, devices); }};
}

TEST(PeerAccess, StepsSideBySide) {
  NEEDS_EMULATOR();
  const int steps = 4, rows = 6;
  for (const int devices : {2, 4}) {
    const Field f{devices, rows, 40};
    const Outcome run = run_field(Entry::kRing, f, steps, 0, true);
    ASSERT_THAT(run, ReturnsNoError()) << machine_words(devices, 0);
    ASSERT_THAT(run, ComputesNoRowTwice(Entry::kRing, f, steps)) << machine_words(devices, 0);
    // A strip's step is one grid, or several for parts of its rows.
    ASSERT_THAT(run.launches,
                LaunchCountBetween(devices * steps, devices * rows * steps, FromHost("relax")))
        << machine_words(devices, 0) << ", in " << steps << " steps of " << rows << " rows";
    ASSERT_THAT(run, LeavesTheHostOut(devices));
    ASSERT_THAT(run, StepsTogether(devices)) << machine_words(devices, 0);
    expect_work_on_all_devices(run, f, steps);
  }
  expect_only_neighbors_wait(Entry::kRing);
}

}  // namespace
