// What the emulator found wrong with a run, printed the way a compiler prints its errors.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace course {

struct Diagnostic {
  std::string rule;
  bool is_error = true;  ///< false: a warning
  std::string message;
  std::string file;
  int line = 0;
  std::string other_file;  ///< the line that conflicts; empty when there is none
  int other_line = 0;
  unsigned long long count = 1;
};

/// From the "diagnostics" of an emulator's report.
std::vector<Diagnostic> diagnostics_of(const nlohmann::ordered_json& report);

/// `file:line: error: message [rule]`, the source line, and the other line as a note. Files are
/// looked for in `folder` when their names are relative.
std::string printed(const Diagnostic& diagnostic, const std::filesystem::path& folder);

}  // namespace course
