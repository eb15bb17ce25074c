// Runs another program and waits for it, with a time limit and what it printed.
//
// Nothing is inherited but the environment and what is asked for; every descriptor that we open is
// close-on-exec, so that programs started at the same time from several threads do not hold each
// other's pipes open.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace base {

enum class Heard { kAll, kErrors, kNothing };

struct Command {
  std::vector<std::string> arguments;  ///< the program first; looked up in PATH if it has no slash
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< on top of our own
  std::filesystem::path folder = {};                                  ///< empty: ours
  std::optional<std::chrono::milliseconds> time_limit = {};
  std::stop_token stop = {};  ///< once asked to stop, it and its process group are killed
  /// What it prints comes back; the rest goes where ours goes, and its input is ours then.
  Heard heard = Heard::kAll;
  bool is_interrupted = false;  ///< SIGINT and SIGTERM are for it, and we wait for its end
};

struct Ended {
  int exit_status = 0;  ///< 128 + signal when a signal ended it
  int signal = 0;
  bool timed_out = false;  ///< it and its process group were killed, if only because we were asked
  std::string out;         ///< of endless output the beginning and the end, as of err
  std::string err;
  double seconds = 0;
  bool ok() const { return exit_status == 0 && !timed_out; }
};

/// Throws std::runtime_error when the program cannot be started at all.
Ended run_process(const Command& command);

/// Where PATH has `program`; empty when it has none.
std::filesystem::path find_program(const std::string& program);

}  // namespace base
