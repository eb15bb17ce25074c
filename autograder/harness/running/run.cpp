// The parent's side of a run: lays out its memory, starts the runner, and when all is dead copies
// what came back once and puts the end into words.
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "harness/call.h"
#include "harness/entry_points.h"
#include "harness/running/book.h"
#include "harness/running/ending.h"
#include "harness/running/environment.h"
#include "harness/running/process.h"
#include "harness/running/returned.h"
#include "harness/running/run_memory.h"
#include "harness/running/run_server.h"
#include "harness/running/running_test.h"

namespace harness {
namespace {

/// What all runs of this process have taken together.
double& seconds_used() {
  static double seconds = 0;
  return seconds;
}

/// When the time of all runs is used up, a run still gets a moment, to end in a sentence.
Limits limits_of_run() {
  constexpr double kMoment = 0.05;
  Limits limits = settings().limits;
  if (settings().all_seconds > 0)
    limits.seconds =
        std::min(limits.seconds, std::max(kMoment, settings().all_seconds - seconds_used()));
  return limits;
}

Program program_of_run() {
  const Settings& s = settings();
  if (!s.launcher.empty()) return {s.launcher, true, process_environment()};
  return {{s.runner}, false, process_environment()};
}

/// The emulator, for runs on it. On other machines than these, constructors of an exercise run as
/// soon as it is loaded, even if it is not trusted; an emulator that is loaded with it comes before
/// them.
std::string loaded_ahead() {
#if defined(__x86_64__)
  return settings().device == DeviceKind::kEmulator ? settings().emulator : "";
#else
  return "";
#endif
}

bool is_served() {
  return settings().launcher_stays || (settings().launcher.empty() && !loaded_ahead().empty());
}

ProcessEnd end_of_run(const std::vector<PassedDescriptor>& descriptors, const Limits& limits) {
  if (!is_served()) return run_process(program_of_run(), descriptors, limits);
  if (run_server() == nullptr)
    run_server() = std::make_unique<RunServer>(program_of_run(), loaded_ahead(), library_path());
  return run_server()->run(descriptors, limits);
}

bool crashed_on_device(const Outcome& outcome) {
  constexpr std::string_view kCrashes[] = {"illegal-address", "stack-overflow", "trap", "assert"};
  if (!outcome.report || outcome.report->finished) return false;
  return std::ranges::any_of(outcome.diagnostics, [&](const Diagnostic& d) {
    return std::ranges::find(kCrashes, d.rule) != std::end(kCrashes);
  });
}

}  // namespace

class Run {
 public:
  explicit Run(const Call& call) : call_(call) {}

  Outcome go() {
    outcome_.entry_point = call_.entry_point;
    outcome_.device = settings().device;
    outcome_.schedule = test_settings().schedule;
    outcome_.return_type_ = call_.return_type;

    MemoryFile control = memory_.sealed_control();
    MemoryFile inputs = memory_.sealed_inputs();
    MemoryFile outputs = memory_.poisoned_outputs();
    MemoryFile report(kReportBytes);
    report.fix_size();
    ProcessEnd end = end_of_run({{control.descriptor(), kControlFd},
                                 {inputs.descriptor(), kInputsFd},
                                 {outputs.descriptor(), kOutputsFd},
                                 {report.descriptor(), kReportFd}},
                                limits_);

    Header header{};
    outputs.read(std::as_writable_bytes(std::span(&header, 1)), 0);
    read_arrays(memory_, call_, outputs, header.returned == token(), outcome_);
    if (settings().device == DeviceKind::kEmulator) read_report(report, end.book, outcome_);
    judge(header, end);
    return std::move(outcome_);
  }

 private:
  std::uint64_t token() const { return memory_.control().token; }
  /// The run may not get as far as others do.
  bool is_short() const { return limits_.seconds < settings().limits.seconds; }

  void judge(const Header& header, ProcessEnd& end) {
    expect_started(header, end);
    const EndedRun ended = ended_run(header, end);
    outcome_.reaches_for_emulator |=
        tells_of_finding(end.book, "emulator-memory") || tells_of_no_checks(end.book);
    outcome_.ending = ending_of(ended);
    outcome_.what = ending_sentence(outcome_.ending, ended);
    if (!outcome_.finished() && outcome_.report_problem == kNoReport) {  // and that is why
      outcome_.report_problem = outcome_.what;
      outcome_.launches = Launches(outcome_.what);
    }
    if (outcome_.device == DeviceKind::kGpu) outcome_.cuda_error = header.cuda_error;
    if (ended.returned) outcome_.returned_.assign(header.value, header.value + call_.return_bytes);
    outcome_.seconds = end.seconds;
    seconds_used() += end.seconds;
    outcome_.standard_output = std::move(end.standard_output);
    outcome_.standard_error = std::move(end.standard_error);
  }

  void expect_started(const Header& header, const ProcessEnd& end) const {
    const bool had_no_time = is_short() && end.stopped_for == ProcessEnd::Stop::kTime;
    if (header.phase != Phase::kNotStarted || tells_of_loading(end.book) || had_no_time) return;
    throw GraderError("the run's process did not get as far as loading the exercise (" +
                      (end.signal != 0 ? "signal " + std::to_string(end.signal)
                                       : "exit status " + std::to_string(end.exit_status)) +
                      "): " + end.standard_error);
  }

  EndedRun ended_run(const Header& header, const ProcessEnd& end) const {
    EndedRun ended{call_.entry_point, header, end, limits_, false, false, false, false, 0, {}, {}};
    ended.grids = grids_in(end.book);
    ended.returned = header.returned == token();
    ended.finished = ended.returned && header.finished == token();
    ended.crashed_on_device = crashed_on_device(outcome_);
    ended.launched = !settings().launcher.empty();
    if (is_short()) ended.all_seconds = settings().all_seconds;
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      ended.arguments.push_back({argument_name(call_.entry_point, i),
                                 call_.arguments[i].bytes / call_.arguments[i].element_bytes,
                                 memory_.control().slots[i].kind});
    }
    return ended;
  }

  const Call& call_;
  const Limits limits_ = limits_of_run();
  const RunMemory memory_{call_, limits_};
  Outcome outcome_;
};

Outcome run_exercise(const Call& call) {
  running_test().begin_run();
  Outcome outcome = Run(call).go();
  running_test().end_run(outcome);
  return outcome;
}

}  // namespace harness
