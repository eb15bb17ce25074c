// The parent's side of a run: lays out arguments in sealed memory, starts the runner, and when all
// is dead copies the outputs once and puts the end into words.
#include <signal.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/call.h"
#include "harness/entry_points.h"
#include "harness/running/book.h"
#include "harness/running/control.h"
#include "harness/running/ending.h"
#include "harness/running/memory_file.h"
#include "harness/running/process.h"
#include "harness/running/run_server.h"
#include "harness/running/running_test.h"

namespace harness {
namespace {

std::uint64_t random_number() {
  std::uint64_t number = 0;
  while (number == 0) {
    if (getrandom(&number, sizeof number, 0) != sizeof number) throw_system_error("getrandom");
  }
  return number;
}

void copy_text(char* to, std::size_t capacity, const std::string& text, const char* what) {
  if (text.size() >= capacity) throw GraderError(std::string(what) + " is too long: " + text);
  std::memcpy(to, text.c_str(), text.size() + 1);
}

// RLIMIT_NPROC counts all of a user's processes, so the run's share goes on top of what there is.
// Root is never limited by it; the census of process.cpp is.
std::uint32_t process_limit(const Limits& limits) {
  if (geteuid() == 0) return 0;
  static const std::uint32_t running = [] {
    std::uint32_t threads = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::error_code ignored;
      for (auto it = std::filesystem::directory_iterator(entry.path() / "task", ignored);
           it != std::filesystem::directory_iterator(); it.increment(ignored)) {
        ++threads;
      }
    }
    return threads;
  }();
  return running + static_cast<std::uint32_t>(limits.processes);
}

// What every process gets; the schedule and its seed go to the emulator by the control block.
std::vector<std::string> process_environment() {
  std::vector<std::string> environment = {"PATH=/usr/bin:/bin", "HOME=/tmp", "LC_ALL=C"};
  if (settings().device != DeviceKind::kGpu) return environment;
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"}) {
    if (const char* value = std::getenv(name)) {
      environment.push_back(std::string(name) + "=" + value);
    }
  }
  return environment;
}

std::string value_for(const RefusedLaunch& refused) {
  const std::string number = std::to_string(refused.number);
  return refused.error == 0 ? number : number + ":" + std::to_string(refused.error);
}

/// Its ending says what is wanted; it comes back behind the report, since a run writes no files.
std::string name_of_trace() {
  if (!settings().trace.empty()) return std::filesystem::path(settings().trace).filename().string();
  return settings().pictures.empty() ? "" : "picture.svg";
}

std::vector<std::string> emulator_environment(const TestSettings& test) {
  std::vector<std::string> environment = {
      "EMULATOR_SCHEDULE=" + test.schedule.name,
      "EMULATOR_SEED=" + std::to_string(test.schedule.seed),
      "EMULATOR_DEVICES=" + std::to_string(test.devices),
      "EMULATOR_PEER_ISLAND=" + std::to_string(test.peer_island),
      "EMULATOR_CHECK=1",
      // No lesson needs 8,000, and a recursion without end is told before its time is up.
      "EMULATOR_MOST_LAUNCHES=30000",
  };
  if (test.refused_launch.number > 0)
    environment.push_back("EMULATOR_REFUSED_LAUNCH=" + value_for(test.refused_launch));
  if (test.refused_host_launch.number > 0)
    environment.push_back("EMULATOR_REFUSED_HOST_LAUNCH=" + value_for(test.refused_host_launch));
  if (test.watches_reads) environment.push_back("EMULATOR_READS=1");
  if (test.watches_threads) environment.push_back("EMULATOR_THREADS=1");
  if (!test.concurrent_managed) environment.push_back("EMULATOR_MANAGED=turns");
  if (const std::string trace = name_of_trace(); !trace.empty())
    environment.push_back("EMULATOR_TRACE=report:" + trace);
  return environment;
}

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

std::string library_path() {
  if (!settings().seen_as.empty()) return settings().seen_as;
  return std::filesystem::absolute(settings().exercise).string();
}

ProcessEnd end_of_run(const std::vector<PassedDescriptor>& descriptors, const Limits& limits) {
  if (!is_served()) return run_process(program_of_run(), descriptors, limits);
  if (run_server() == nullptr)
    run_server() = std::make_unique<RunServer>(program_of_run(), loaded_ahead(), library_path());
  return run_server()->run(descriptors, limits);
}

}  // namespace

class Run {
 public:
  explicit Run(const Call& call)
      : call_(call), poison_(random_number()), control_(std::make_unique<Control>()) {
    fill_control();
    place_arguments();
  }

  Outcome go() {
    outcome_.entry_point = call_.entry_point;
    outcome_.device = settings().device;
    outcome_.schedule = test_settings().schedule;
    outcome_.return_type_ = call_.return_type;

    MemoryFile control = sealed_control();
    MemoryFile inputs = sealed_inputs();
    MemoryFile outputs = poisoned_outputs();
    MemoryFile report(kReportBytes);
    report.fix_size();
    ProcessEnd end = end_of_run({{control.descriptor(), kControlFd},
                                 {inputs.descriptor(), kInputsFd},
                                 {outputs.descriptor(), kOutputsFd},
                                 {report.descriptor(), kReportFd}},
                                limits_);

    Header header{};
    outputs.read(std::as_writable_bytes(std::span(&header, 1)), 0);
    read_arrays(outputs, header.returned == control_->token);
    if (settings().device == DeviceKind::kEmulator) read_report(report, end.book);
    judge(header, end);
    return std::move(outcome_);
  }

 private:
  void fill_control() {
    const Limits& limits = limits_;
    control_->token = random_number();
    copy_text(control_->library, sizeof control_->library, library_path(), "the library's path");
    copy_text(control_->entry_point, sizeof control_->entry_point, call_.entry_point,
              "the entry point's name");
    control_->return_type = call_.return_value_type;
    control_->calls = static_cast<std::uint32_t>(test_settings().calls);
    control_->gpu = settings().device == DeviceKind::kGpu ? 1 : 0;
    if (control_->gpu == 0) fill_environment();
    control_->cpu_seconds = static_cast<std::uint32_t>(std::ceil(limits.seconds)) + 1;
    control_->memory_bytes = limits.memory_mb << 20;
    control_->file_bytes = limits.file_mb << 20;
    control_->processes = process_limit(limits);
    control_->open_files = static_cast<std::uint32_t>(limits.open_files);
  }

  void fill_environment() {
    std::size_t used = 0;
    for (const std::string& variable : emulator_environment(test_settings())) {
      // One byte stays zero behind the last.
      copy_text(control_->environment + used, sizeof control_->environment - used - 1, variable,
                "the emulator's environment");
      used += variable.size() + 1;
    }
  }

  void place_arguments() {
    control_->outputs_bytes = kPage;  // the header's
    control_->inputs_bytes = 0;
    control_->argument_count = static_cast<std::uint32_t>(call_.arguments.size());
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      const Argument& argument = call_.arguments[i];
      Slot& slot = control_->slots[i];
      slot.kind = argument.kind;
      slot.type = argument.value_type;
      std::ranges::copy(argument.value, slot.value);
      if (argument.kind == SlotKind::kValue) continue;
      std::uint64_t& used =
          argument.kind == SlotKind::kInput ? control_->inputs_bytes : control_->outputs_bytes;
      slot.bytes = argument.bytes;
      slot.element_bytes = argument.written_by;
      slot.holds_values = argument.data != nullptr;
      slot.pages = std::max<std::uint64_t>(1, (argument.bytes + kPage - 1) / kPage);
      slot.offset = used;
      used += slot.pages * kPage;
    }
  }

  MemoryFile sealed_control() const {
    MemoryFile file(sizeof(Control));
    file.write(std::as_bytes(std::span(control_.get(), 1)), 0);
    file.fix_contents();
    return file;
  }

  MemoryFile sealed_inputs() const {
    MemoryFile file(std::max<std::size_t>(kPage, control_->inputs_bytes));
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      const Argument& argument = call_.arguments[i];
      const Slot& slot = control_->slots[i];
      if (slot.kind != SlotKind::kInput) continue;
      file.write({argument.data, argument.bytes}, slot.offset + slot.begin_in_pages());
    }
    file.fix_contents();
    return file;
  }

  MemoryFile poisoned_outputs() const {
    MemoryFile file(2 * control_->outputs_bytes);
    const std::vector<std::uint64_t> poison(std::size_t{64} * kPage / sizeof poison_, poison_);
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      const Argument& argument = call_.arguments[i];
      const Slot& slot = control_->slots[i];
      if (slot.kind != SlotKind::kOutput) continue;
      for (std::uint64_t page = 0; page < slot.pages; page += 64) {
        const std::size_t pages = std::min<std::size_t>(64, slot.pages - page);
        file.write(std::as_bytes(std::span(poison)).first(pages * kPage),
                   slot.offset + page * kPage);
      }
      if (argument.data != nullptr) {
        file.write({argument.data, argument.bytes}, slot.offset + slot.begin_in_pages());
      }
    }
    file.fix_size();
    return file;
  }

  /// As they were on return, if it returned.
  void read_arrays(const MemoryFile& outputs, bool returned) {
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      const Slot& slot = control_->slots[i];
      if (slot.kind != SlotKind::kOutput) continue;
      ReturnedArray array;
      array.name = argument_name(call_.entry_point, i);
      array.type = call_.arguments[i].type;
      array.element_bytes = call_.arguments[i].written_by;
      array.pages.resize(slot.pages * kPage);
      outputs.read(array.pages, slot.offset + (returned ? control_->outputs_bytes : 0));
      array.begin = slot.begin_in_pages();
      if (returned) note_late_writes(array, outputs, slot);
      array.before = before(call_.arguments[i], slot);
      outcome_.arrays.push_back(std::move(array));
    }
  }

  void note_late_writes(const ReturnedArray& array, const MemoryFile& outputs, const Slot& slot) {
    std::vector<std::byte> in_the_end(array.pages.size());
    outputs.read(in_the_end, slot.offset);
    if (in_the_end != array.pages) outcome_.written_late = array.name;
  }

  std::unique_ptr<Before> before(const Argument& argument, const Slot& slot) const {
    auto before = std::make_unique<Before>();
    before->is_poison = argument.data == nullptr;
    if (!before->is_poison) before->bytes.assign(argument.data, argument.data + argument.bytes);
    const auto* poison = reinterpret_cast<const std::byte*>(&poison_);
    for (std::size_t i = 0; i < sizeof poison_; ++i) {
      before->poison[i] = poison[(slot.begin_in_pages() + i) % sizeof poison_];
    }
    return before;
  }

  void read_report(const MemoryFile& file, const std::string& book) {
    const std::string text = text_at(file, 0);
    const std::string trace = name_of_trace().empty() ? "" : text_at(file, text.size() + 1);
    if (!settings().trace.empty()) write_trace(trace);
    std::string why;
    if (!text.empty()) outcome_.report = parse_report(text, why);
    std::string other;
    if (outcome_.report) other = disagreement(book, *outcome_.report);
    if (!other.empty()) {
      outcome_.report.reset();
      outcome_.reaches_for_emulator = true;
      outcome_.report_problem =
          "the device's report is not what the device told while it ran (" + other + ")";
    }
    if (!outcome_.report) {
      if (other.empty()) outcome_.report_problem = unreadable(text, why);
      outcome_.launches = Launches(outcome_.report_problem);
      return;
    }
    outcome_.cuda_error = outcome_.report->sticky_error;
    outcome_.cuda_error_name = outcome_.report->sticky_error_name;
    outcome_.launches = Launches(*outcome_.report);
    outcome_.diagnostics = outcome_.report->diagnostics;
    outcome_.host_calls = outcome_.report->host_calls;
    outcome_.device_calls = outcome_.report->device_calls;
    outcome_.writers = writers_in(book);
    outcome_.copied = copied_in(book);
    outcome_.handed_over = handed_over_in(book);
    outcome_.reads = reads_in(book);
    outcome_.lanes_alike = lanes_alike_in(book);
    outcome_.read_by_threads = read_by_threads_in(book);
    running_test().drawn(trace);
  }

  static constexpr const char* kNoReport = "the device wrote no report";

  static std::string unreadable(const std::string& text, const std::string& why) {
    if (text.empty()) return kNoReport;
    if (text.size() == kReportBytes) return cut_report(text);
    return "the device's report is not readable (" + why + ")";
  }

  // It ends at the first zero byte: the file was made long enough beforehand.
  static std::string text_at(const MemoryFile& file, std::size_t begin) {
    std::string text;
    std::vector<std::byte> block(64 * 1024);
    for (std::size_t offset = begin; offset < kReportBytes; offset += block.size()) {
      const std::size_t n = file.read(block, offset);
      const char* bytes = reinterpret_cast<const char*>(block.data());
      const std::size_t length = strnlen(bytes, n);
      text.append(bytes, length);
      if (length < block.size()) break;
    }
    return text;
  }

  // A run that ended early has none, and what an earlier one has left would be another's.
  static void write_trace(const std::string& text) {
    std::filesystem::remove(settings().trace);
    if (text.empty()) return;
    std::ofstream out(settings().trace, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw GraderError(settings().trace + " cannot be written");
  }

  bool wrote_before_its_array(std::size_t i) const {
    const ReturnedArray& array = outcome_.arrays[i];
    for (std::size_t b = 0; b < array.begin; ++b) {
      if (array.pages[b] != reinterpret_cast<const std::byte*>(&poison_)[b % sizeof poison_]) {
        return true;
      }
    }
    return false;
  }

  bool crashed_on_device() const {
    constexpr std::string_view kCrashes[] = {"illegal-address", "stack-overflow", "trap", "assert"};
    if (!outcome_.report || outcome_.report->finished) return false;
    return std::ranges::any_of(outcome_.diagnostics, [&](const Diagnostic& d) {
      return std::ranges::find(kCrashes, d.rule) != std::end(kCrashes);
    });
  }

  void judge(const Header& header, ProcessEnd& end) {
    const bool is_short = limits_.seconds < settings().limits.seconds;  // it may not get that far
    const bool had_no_time = is_short && end.stopped_for == ProcessEnd::Stop::kTime;
    if (header.phase == Phase::kNotStarted && !tells_of_loading(end.book) && !had_no_time) {
      throw GraderError("the run's process did not get as far as loading the exercise (" +
                        (end.signal != 0 ? "signal " + std::to_string(end.signal)
                                         : "exit status " + std::to_string(end.exit_status)) +
                        "): " + end.standard_error);
    }
    EndedRun ended{call_.entry_point, header, end, limits_, false, false, false, false, 0, {}, {}};
    ended.grids = grids_in(end.book);
    ended.returned = header.returned == control_->token;
    ended.finished = ended.returned && header.finished == control_->token;
    ended.crashed_on_device = crashed_on_device();
    ended.launched = !settings().launcher.empty();
    if (is_short) ended.all_seconds = settings().all_seconds;
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      ended.arguments.push_back({argument_name(call_.entry_point, i),
                                 call_.arguments[i].bytes / call_.arguments[i].element_bytes,
                                 control_->slots[i].kind});
    }
    for (std::size_t i = 0; i < outcome_.arrays.size(); ++i) {
      if (wrote_before_its_array(i)) outcome_.underrun = outcome_.arrays[i].name;
    }
    outcome_.reaches_for_emulator |=
        tells_of_finding(end.book, "emulator-memory") || tells_of_no_checks(end.book);
    outcome_.ending = ending_of(ended);
    outcome_.what = ending_sentence(outcome_.ending, ended);
    if (!outcome_.finished() && outcome_.report_problem == kNoReport) {  // and that is why
      outcome_.report_problem = outcome_.what;
      outcome_.launches = Launches(outcome_.what);
    }
    if (outcome_.device == DeviceKind::kGpu) outcome_.cuda_error = header.cuda_error;
    outcome_.seconds = end.seconds;
    seconds_used() += end.seconds;
    if (ended.returned) {
      const std::byte* value = header.value;
      outcome_.returned_.assign(value, value + call_.return_bytes);
    }
    outcome_.standard_output = std::move(end.standard_output);
    outcome_.standard_error = std::move(end.standard_error);
  }

  const Call& call_;
  std::uint64_t poison_;
  const Limits limits_ = limits_of_run();
  std::unique_ptr<Control> control_;
  Outcome outcome_;
};

Outcome run_exercise(const Call& call) {
  running_test().begin_run();
  Outcome outcome = Run(call).go();
  running_test().end_run(outcome);
  return outcome;
}

}  // namespace harness
