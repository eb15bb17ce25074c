// Task 1: on which device a launch runs.
#include <string>

#include "20-devices-and-streams/devices.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

/// What is wrong with what the launch told that was made into the stream of device `s` with device
/// `c` current.
std::string why_wrong(const LaunchResult& result, int c, int s) {
  const std::string launch =
      fmt::format("the launch into the stream of device {}, made with device {} current,", s, c);
  if (result.launch_error == -1 && result.parent_on == -1)
    return launch +
           " is missing, its error was not noted, or it was noted in the element of two other "
           "devices";
  if (result.current == -1)
    return launch + " has nothing noted in `current`: store there what cudaGetDevice says";
  if (result.current != c)
    return fmt::format(
        "{} has {} in `current`; it should have {}. Make device {} current before these launches "
        "(D1), and store what cudaGetDevice says",
        launch, result.current, c, c);
  if (result.launch_error != 0)
    return fmt::format(
        "{} has error {}; it should have 0. Read the host's last error right after "
        "the launch",
        launch, result.launch_error);
  if (result.parent_on == -1 || result.child_on == -1)
    return launch +
           " reported nothing: wait for it. cudaDeviceSynchronize waits for the current device "
           "only: make each device current and call it (D7)";
  if (result.parent_on != s)
    return fmt::format(
        "{} ran on device {}: a launch runs on the device of its stream, and the stream belongs to "
        "the device that was current when it was created (D2, D3)",
        launch, result.parent_on);
  if (result.child_on != s)
    return fmt::format(
        "{} has a child that reported device {}; what a kernel launches stays on its device (K8)",
        launch, result.child_on);
  return {};
}

/// What to say of an error in the table that no launch has had; empty if it may have.
std::string why_invented(const Outcome& run, const LaunchResult& result, int devices, int c,
                         int s) {
  if (!run.launches.known() || result.launch_error <= 0 || result.parent_on != -1) return {};
  const auto is_like_it = [](const Launch& l) { return FromHost("note_where").matches(l); };
  const auto made = std::ranges::count_if(
      run.launches, [&](const Launch& l) { return is_like_it(l) && l.device == s; });
  if (made >= devices || std::ranges::any_of(run.launches.refused(), is_like_it)) return {};
  return fmt::format(
      "no launch of note_where was made into device {}'s stream with device {} current, yet "
      "launch_error says {}. Make the launch: the device accepts it whichever device is current, "
      "and it runs on the device of its stream (D3)",
      s, c, result.launch_error);
}

Refusal why_survey_wrong(const Outcome& run, int devices) {
  if (const int found = run.result<int>(1)[0]; found != devices)
    return because(
        "*devices is {}; there {} {}, as cudaGetDeviceCount says, of which at most kMostDevices "
        "count",
        found, devices == 1 ? "is" : "are", devices);
  for (int c = 0; c < devices; ++c) {
    for (int s = 0; s < devices; ++s) {
      const LaunchResult result = run.result<LaunchResult>(0)[c * kMostDevices + s];
      const std::string invented = why_invented(run, result, devices, c, s);
      if (!invented.empty()) return because(Cause::kCall, invented);
      const auto why = why_wrong(result, c, s);
      if (!why.empty()) return because(why);
    }
  }
  return {};
}

Judged TellsWhereGridsRun(int devices) {
  return {"tells of every launch where it ran",
          [devices](const Outcome& run) { return why_survey_wrong(run, devices); }};
}

/// Grids and their children told where they ran, not the host. It is asked of some place, not of
/// each: hosts pass these numbers on from pinned memory, and many of them are alike. A part of them
/// is the host's own.
void expect_told_by_grids(const Outcome& run, int devices) {
  const auto is_told = [devices](int place) {
    return place / kMostDevices < devices && place % kMostDevices < devices;
  };
  const auto written = [&](const WroteResult& by) {
    return by.where(is_told).somewhere().allowing_host_values();
  };
  ASSERT_THAT(run, written(WroteResult(0, "note_where").launched_anywhere()));
  ASSERT_THAT(run, written(WroteResult(0, "note_child").of("note_where")));
}

/// One grid of one thread and its child for each device that is current and each stream.
void expect_launches_of_survey(const Outcome& run, int devices) {
  const int launches = devices * devices;
  ASSERT_THAT(run.launches, LaunchCount(launches, FromHost("note_where")));
  ASSERT_THAT(run.launches,
              EveryLaunch(FromHost("note_where"), LaunchOf("").with_grid(1).with_block(1)));
  ASSERT_THAT(run.launches, LaunchCount(launches, Child("note_child").of("note_where")));
}

/// What is wrong with the table of a survey of which one launch of the host was refused.
std::string why_noted_wrong(const Outcome& run, int devices, int error) {
  const auto table = run.result<LaunchResult>(0);
  int noted = 0;
  std::string wrong;
  for (int c = 0; c < devices; ++c) {
    for (int s = 0; s < devices; ++s) {
      const LaunchResult& result = table[c * kMostDevices + s];
      if (result.launch_error == error)
        ++noted;
      else if (wrong.empty())
        wrong = why_wrong(result, c, s);
    }
  }
  if (noted == 0)
    return fmt::format("launch_error is {} nowhere. Store there what the launch returned", error);
  if (noted > 1)
    return fmt::format(
        "launch_error is {} in {} elements: the error of one launch was taken for that of the "
        "next. cudaGetLastError returns it and clears it, cudaPeekAtLastError leaves it (R2)",
        error, noted);
  return wrong;
}

Refusal why_error_not_noted(const Outcome& run, const Launch& refused, int devices,
                            const LaunchError& error) {
  const auto because_of_refusal = [&](const std::string& why) {
    return Refusal{fmt::format("this launch of note_where, the first of the host, was refused with "
                               "{}: {}",
                               error.description, why),
                   refused.file, refused.line};
  };
  if (!run.finished()) return because_of_refusal(run.what);
  if (const int returned = run.returned<int>(); returned != 0)
    return because_of_refusal(fmt::format(
        "survey returned {}. A launch that fails is a result here, not a reason to return: note "
        "its error in launch_error, and continue with the next launch",
        returned));
  const std::string why = why_noted_wrong(run, devices, error.code);
  return why.empty() ? Refusal{} : because_of_refusal(why);
}

/// A place whose child was refused does not hold that child's device. Of device 0 this is not
/// asked: it is what untouched memory may hold.
Refusal why_child_told_by_the_host(const Outcome& run, int devices) {
  if (run.launches.refused().empty() || !run.finished()) return {};
  const Launch& refused = run.launches.refused().front();
  const auto table = run.result<LaunchResult>(0);
  const int device = device_of_refused(run, refused);
  for (int c = 0; c < devices; ++c) {
    if (device == 0 || table[c * kMostDevices + device].child_on != device) return {};
  }
  return refusal_at(refused, Cause::kValue,
                    "when this launch of {} on device {} is refused, that child reports nothing, "
                    "but child_on is filled in anyway. The host must only read what the "
                    "grids reported: in pinned memory, each grid in its own element",
                    refused.kernel, device);
}

/// Each child tells where it ran, and nothing else does.
void expect_told_by_each_child() {
  const int devices = 2;
  if (settings().device == DeviceKind::kGpu || !gives(devices)) return;
  for (int launch = 1; launch <= devices * devices; ++launch) {
    EXPECT_THAT(run_refusing(launch, [] { return run_survey(0); }),
                Judged("children tell where they ran", [=](const Outcome& run) {
                  return why_child_told_by_the_host(run, devices);
                }));
  }
}

std::string machine_words(int devices) {
  std::string words = fmt::format("with {} devices", devices);
  if (devices > kMostDevices)
    words += fmt::format(": only the first {0}, kMostDevices, count, and *devices must be {0}",
                         int{kMostDevices});
  return words;
}

/// A launch that fails is noted, and the others are made.
void expect_errors_noted() {
  const int devices = 2;
  if (settings().device == DeviceKind::kGpu || !gives(devices)) return;
  const Outcome all_accepted = run_survey(0);
  const auto first = first_of_each_line(all_accepted.launches, true);
  ASSERT_FALSE(first.empty());
  const int number = first.front().number;
  const auto& launch = first.front().launch;  // a lambda of clang 14 takes no name of a binding
  for (const LaunchError& error : errors_for(number, true)) {
    const Outcome run = run_refusing_host(
        number, [] { return run_survey(0); }, error);
    ASSERT_THAT(run, ReportMatcher("notes the error of a launch", [&](const Outcome& refused) {
                  return why_error_not_noted(refused, launch, devices, error);
                }));
  }
}

TEST(DevicesAndStreams, LaunchesFollowTheirStreams) {
  NEEDS_DEVICES(2);
  for (const int devices : {2, 4, 8, 1, kMostDevices + 2}) {
    if (!gives(devices)) continue;
    const Outcome run = run_survey(0);
    ASSERT_THAT(run, FinishedCleanly()) << machine_words(devices);
    ASSERT_THAT(run, ReturnsNoError()) << machine_words(devices);
    ASSERT_THAT(run, TellsWhereGridsRun(devices_there()));
    ASSERT_NO_FATAL_FAILURE(expect_launches_of_survey(run, devices_there()));
    ASSERT_NO_FATAL_FAILURE(expect_told_by_grids(run, devices_there()));
  }
  expect_errors_noted();
  expect_told_by_each_child();
}

TEST(DevicesAndStreams, SurveyLeavesTheDevice) {
  NEEDS_DEVICES(2);
  for (const int current : {0, 1}) {
    const Outcome run = run_survey(current);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, TellsWhereGridsRun(devices_there()));
    ASSERT_THAT(run, LeavesCurrent(current));
    ASSERT_NO_FATAL_FAILURE(expect_told_by_grids(run, devices_there()));
  }
  expect_told_by_each_child();
}

}  // namespace
