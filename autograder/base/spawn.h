// Starts another program, without a shell: what it inherits is said, and nothing else is.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace base {

/// Which of our descriptors the program gets, and as which.
struct PassedDescriptor {
  int ours;
  int theirs;
};

struct Start {
  /// Who can be ended together with the program.
  enum class Kin { kOurs, kOwnGroup, kOwnSession };

  std::vector<std::string> words;        ///< the program first; looked up in PATH without a slash
  std::vector<std::string> environment;  ///< all of it, NAME=VALUE
  std::filesystem::path folder = {};     ///< empty: ours
  Kin kin = Kin::kOurs;
  bool no_input = true;  ///< its standard input is /dev/null; false: ours
  /// Besides what is not close-on-exec here.
  /// Requires: none of theirs is the number of one of ours.
  std::vector<PassedDescriptor> descriptors = {};
  /// Descriptors that we have inherited ourselves, and signals that we ignore, are none of its.
  bool is_a_stranger = false;
};

/// Throws std::runtime_error when it cannot be started.
pid_t spawn(const Start& start);

/// Ours.
std::vector<std::string> environment();

}  // namespace base
