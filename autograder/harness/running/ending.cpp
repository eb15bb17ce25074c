// Only the token says that a run finished. Everything else here chooses among the words for
// failure.
#include "harness/running/ending.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>

#include "harness/text.h"

namespace harness {
namespace {

using Stop = ProcessEnd::Stop;

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

std::string where(const EndedRun& run) {
  if (run.header.phase == Phase::kLoading) return "while its library was being loaded";
  if (run.crashed_on_device) return "while running on the device";
  if (run.returned) return "after it had returned, while the device was finishing";
  return "while running on the host";
}

std::string bad_access(const EndedRun& run) {
  const auto index = static_cast<std::size_t>(run.header.fault_argument);
  if (run.header.signal != run.process.signal) return {};
  if (index >= run.arguments.size() || run.arguments[index].kind == SlotKind::kValue) {
    if (run.header.fault_address < kPage) return ": it followed a null pointer";
    return run.header.stack_overflow != 0 ? ": its stack was full (endless recursion?)" : "";
  }
  const auto& [name, elements, kind] = run.arguments[index];
  const std::string array = fmt::format("{} ({} elements)", name, elements);
  if (run.header.fault_side > 0) return ": it went beyond the end of " + array;
  if (run.header.fault_side < 0) return ": it went in front of the beginning of " + array;
  return kind == SlotKind::kInput ? ": it wrote to " + name + ", which it may only read" : "";
}

std::string crash_sentence(const EndedRun& run) {
  const int signal = run.process.signal;
  if (signal == SIGXFSZ) {
    return fmt::format("{} wrote a file of more than {} MB", run.entry_point, run.limits.file_mb);
  }
  std::string sentence =
      fmt::format("{} crashed with {} {}", run.entry_point, signal_name(signal), where(run));
  if (signal == SIGABRT) return sentence + ": abort, a failed assert, or an exception not caught";
  return sentence + bad_access(run);
}

/// The time may be up before the launches are so many that the emulator stops them (T10).
std::string endless_launches(const EndedRun& run) {
  constexpr std::size_t kManyLevels = 1000;
  if (run.grids.deepest < kManyLevels) return {};
  return fmt::format(
      ": {} grids had been launched by then, out of each other up to {} levels deep: a recursion, "
      "or a chain of tails, that nothing ends?",
      run.grids.count, run.grids.deepest);
}

std::string time_sentence(const EndedRun& run) {
  if (run.process.stopped_for == Stop::kProcesses) {
    return fmt::format("{} was ended: it had started more than {} processes or threads",
                       run.entry_point, run.limits.processes);
  }
  const std::string limit = fmt::format("{:g} s", run.limits.seconds);
  if (run.all_seconds > 0) {
    return fmt::format("{} had not returned when all runs together had taken {:g} s",
                       run.entry_point, run.all_seconds);
  }
  if (run.process.was_stopped) {
    return fmt::format("{} had not returned after {}: it had stopped itself with SIGSTOP",
                       run.entry_point, limit);
  }
  if (run.returned) {
    return fmt::format("{} returned, but work that it had launched was still running after {}{}",
                       run.entry_point, limit, endless_launches(run));
  }
  if (run.header.phase == Phase::kLoading) {
    return fmt::format("exercise.so was still being loaded after {}: a static constructor hangs",
                       limit);
  }
  return fmt::format("{} had not returned after {}{}", run.entry_point, limit,
                     endless_launches(run));
}

bool used_much_memory(const EndedRun& run) {
  return static_cast<std::size_t>(run.process.peak_kb) > run.limits.memory_mb * 1024 / 2;
}

// The system kills for want of memory with a SIGKILL that looks like any other. Where a launcher
// has set limits, files and other processes count as well, so no peak of one process tells.
bool killed_for_memory(const EndedRun& run) { return run.launched || used_much_memory(run); }

std::string memory_sentence(const EndedRun& run) {
  if (run.process.stopped_for == Stop::kNone && run.process.signal == SIGKILL &&
      !used_much_memory(run)) {
    return fmt::format(
        "{} was ended with SIGKILL, as the system does when a program and the files that it keeps "
        "in memory need more than {} MB",
        run.entry_point, run.limits.memory_mb);
  }
  return fmt::format("{} needed more than {} MB of memory", run.entry_point, run.limits.memory_mb);
}

std::string early_exit_sentence(const EndedRun& run) {
  const std::string status = fmt::format("(exit status {})", run.process.exit_status);
  if (run.header.phase == Phase::kLoading) {
    return fmt::format(
        "the process ended {} while exercise.so was being loaded, before {} was called", status,
        run.entry_point);
  }
  if (run.returned) {
    return fmt::format("the process ended {} after {} had returned, before the device had finished",
                       status, run.entry_point);
  }
  std::string sentence = fmt::format(
      "the process ended {} before {} returned: something called exit", status, run.entry_point);
  const std::string words = last_line(run.process.standard_error);
  return words.empty() ? sentence : sentence + ", after it wrote: " + words;
}

std::string load_sentence(const EndedRun& run) {
  const std::string error(run.header.error, strnlen(run.header.error, sizeof run.header.error));
  if (error.ends_with("undefined symbol: " + run.entry_point)) {
    return fmt::format("exercise.cu has no function {}: exercise.h declares it, as extern \"C\"",
                       run.entry_point);
  }
  return "exercise.so could not be loaded: " + error;
}

}  // namespace

Ending ending_of(const EndedRun& run) {
  if (run.finished) return Ending::kFinished;
  switch (run.process.stopped_for) {
    case Stop::kMemory:
      return Ending::kOutOfMemory;
    case Stop::kTime:
    case Stop::kProcesses:
      return Ending::kTimedOut;
    case Stop::kNone:
      break;
  }
  const int signal = run.process.signal;
  if (signal == SIGXCPU) return Ending::kTimedOut;
  if (signal == SIGKILL && killed_for_memory(run)) return Ending::kOutOfMemory;
  if (signal != 0 && run.header.out_of_memory != 0) return Ending::kOutOfMemory;
  if (signal != 0) return Ending::kCrashed;
  return run.header.phase == Phase::kRefused ? Ending::kDoesNotLoad : Ending::kExitedEarly;
}

std::string ending_sentence(Ending ending, const EndedRun& run) {
  switch (ending) {
    case Ending::kFinished:
      return {};
    case Ending::kCrashed:
      return crash_sentence(run);
    case Ending::kTimedOut:
      return time_sentence(run);
    case Ending::kOutOfMemory:
      return memory_sentence(run);
    case Ending::kExitedEarly:
      return early_exit_sentence(run);
    case Ending::kDoesNotLoad:
      return load_sentence(run);
  }
  return {};
}

}  // namespace harness
