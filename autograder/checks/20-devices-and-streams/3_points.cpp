// Task 3: each device adds to a variable of its own.
#include <algorithm>
#include <string>

#include "20-devices-and-streams/devices.h"
#include "shared/devices_at_once.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

long long points_in(int radius) {
  long long points = 0;
  for (long long y = -radius; y <= radius; ++y) {
    long long x = 0;
    while ((x + 1) * (x + 1) + y * y <= 1LL * radius * radius) ++x;
    points += 2 * x + 1;
  }
  return points;
}

Outcome run_points(int radius, int devices, int current = 0) {
  return EXERCISE(lattice_points, output<long long>(1), radius, devices, current, output<int>(1));
}

// What leave_something leaves in each device's total: 1 in every byte.
constexpr long long kLeft = 0x0101010101010101;
constexpr long long kLeftInTheLastByte = 0x0100000000000000;

constexpr const char* kOtherRows =
    "the points of other rows: a row is missing, or a row is outside the circle, for which "
    "count_rows subtracts 1. Row r, from 0 to 2 * radius, has y = r - radius";

auto Points(long long points, int devices) {
  return Elements([=](int) { return points; })
      .mistaking([=](int) { return points + kLeft * devices; },
                 "the points and what an earlier run left in `total`, on every device: set it to 0 "
                 "first")
      .mistaking([=](int) { return points + kLeft * (devices - 1); },
                 "the points and what an earlier run left in the totals of all devices but one: "
                 "each has a copy of its own (M10)")
      .mistaking([=](int) { return points + kLeftInTheLastByte * devices; },
                 "the points and what an earlier run left in the last byte of `total`, on every "
                 "device: set all of its sizeof total bytes to 0 first")
      .mistaking([=](int) { return points + kLeft; },
                 "the points and what an earlier run left in the total of one device: clear the "
                 "total of a device that has no rows, too, or do not read it")
      .mistaking([=](int) { return points * devices; }, "the points counted by every device")
      .mistaking([=](int) { return points - 1; }, kOtherRows)
      .mistaking([=](int) { return points - 2; }, kOtherRows);
}

/// The first copy of a total that ends in the middle of a total. Of a small one the missing bytes
/// are 0, so that the value may be right all the same.
Refusal why_not_whole_totals(const Outcome& run) {
  const int size = sizeof(unsigned long long);
  for (const ApiCall& call : run.host_calls) {
    const bool of_total = call.detail.find("(total)") != std::string::npos;
    if (!of_total || bytes_copied(call) % size == 0) continue;
    return refusal_at(call, Cause::kCall,
                      "{} of {}: `total` has {} bytes, and the upper ones, which a large total "
                      "needs, are not copied. Copy all sizeof total bytes, into a variable of the "
                      "type of `total`",
                      call.name, call.detail, size);
  }
  return {};
}

void expect_points(int radius, int devices) {
  if (!gives(devices)) return;
  const Outcome run = run_points(radius, devices);
  ASSERT_THAT(run, FinishedCleanly()) << "with devices = " << devices;
  ASSERT_THAT(run, ReturnsNoError()) << "with devices = " << devices;
  ASSERT_THAT(run.result<long long>(0), Points(points_in(radius), devices))
      << "with radius = " << radius << " and devices = " << devices
      << (devices == 1 ? ""
                       : "; total is a variable of each device, with a value of its own (M10)");
  ASSERT_THAT(run, ReportMatcher("copies whole totals", why_not_whole_totals));
}

/// Of rows `first` to `first` + `count` - 1 of those from y = -radius on.
long long points_in_rows(int radius, int first, int count) {
  long long points = 0;
  for (int row = first; row < first + count; ++row) {
    const long long y = row - radius;
    long long x = 0;
    while ((x + 1) * (x + 1) + y * y <= 1LL * radius * radius) ++x;
    points += 2 * x + 1;
  }
  return points;
}

/// How many rows a child counts, and how many children this parent had launched when one of its
/// launches, the device's launch `number`, was refused.
constexpr int kRowsOfAChild = 128;
int children_before(const Launches& launches, const Launch& refused, int number) {
  int before = 0, of_parent = 0;
  for (const Launch& l : launches) {
    if (l.from_host() || ++before >= number) continue;
    of_parent += l.parent == refused.parent ? 1 : 0;
  }
  return of_parent;
}

/// What its child would have counted: a stretch of the rows that part_of gives to the device.
long long points_of_refused(const Outcome& run, int number, int radius, int devices) {
  const Launch& refused = run.launches.refused().front();
  const int rows = 2 * radius + 1, d = device_of_refused(run, refused);
  const int first = rows * d / devices, end = rows * (d + 1) / devices;
  const int from = first + kRowsOfAChild * children_before(run.launches, refused, number);
  return points_in_rows(radius, from, std::min(kRowsOfAChild, end - from));
}

/// A child was refused and has counted nothing: its points are missing, and no others.
Refusal why_counted_otherwise(const Outcome& run, int number, int radius, int devices) {
  if (run.launches.refused().empty() || !run.finished()) return {};
  const Launch& refused = run.launches.refused().front();
  const long long found = run.result<long long>(0)[0], all = points_in(radius);
  const long long right = all - points_of_refused(run, number, radius, devices);
  if (found == right) return {};
  return refusal_at(refused, Cause::kValue,
                    "when this launch of {} on device {} is refused, its rows are not counted: "
                    "*points should be {}, what the other children count, but it is {}{}. Children "
                    "count the points, each device adds them up in its `total`, and the host only "
                    "adds up the totals",
                    refused.kernel, device_of_refused(run, refused), right, found,
                    found == all ? ", the number of all points" : "");
}

/// On each device some children count, and each time another one is refused.
void expect_counted_by_children() {
  const int radius = 300, devices = 2;
  if (settings().device == DeviceKind::kGpu || !gives(devices)) return;
  for (const int launch : {1, 4, 5}) {
    EXPECT_THAT(run_refusing(launch, [=] { return run_points(radius, devices); }),
                Judged("has what children counted", [=](const Outcome& run) {
                  return why_counted_otherwise(run, launch, radius, devices);
                }));
  }
}

TEST(DevicesAndStreams, PointsAreThoseOfOneDevice) {
  NEEDS_DEVICES(2);
  for (const int radius : {400, 1}) {
    for (const int devices : {1, 2, 4, 8}) {
      ASSERT_NO_FATAL_FAILURE(expect_points(radius, devices));
    }
  }
  expect_counted_by_children();
  if (!gives(2)) return;
  expect_errors_returned([] { return run_points(5, 2); });
}

TEST(DevicesAndStreams, DevicesAddAtTheSameTime) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  for (const int devices : {8, 4, 2}) {
    if (!gives(devices)) continue;
    const Outcome run = run_points(400, devices);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, AllDevicesAtOnce(devices));
    if (devices > 2) {
      EXPECT_THAT(run.launches, EachHasItsPart({"count_rows", 801, 128}, devices));
    }
  }
  expect_counted_by_children();
}

TEST(DevicesAndStreams, AddingLeavesTheDevice) {
  NEEDS_DEVICES(2);
  for (const int current : {0, 1}) {
    const Outcome run = run_points(100, 2, current);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run.result<long long>(0), Elements([](int) { return points_in(100); }));
    ASSERT_THAT(run, LeavesCurrent(current));
  }
  expect_counted_by_children();
}

}  // namespace
