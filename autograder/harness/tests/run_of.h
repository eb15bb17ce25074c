// Outcomes made from a report's text, without a run: for tests of matchers over reports.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "harness/outcome.h"

namespace harness {

/// A finished run on the emulator with this report (the part between the outer braces, besides
/// "finished").
inline Outcome run_of(const std::string& fields) {
  std::string why;
  Outcome run;
  run.entry_point = "solve";
  run.report =
      parse_report("{\"finished\": true" + (fields.empty() ? "" : ", " + fields) + "}", why);
  if (!run.report) throw std::runtime_error(why);
  run.cuda_error = run.report->sticky_error;
  run.cuda_error_name = run.report->sticky_error_name;
  run.launches = Launches(*run.report);
  run.diagnostics = run.report->diagnostics;
  run.host_calls = run.report->host_calls;
  run.device_calls = run.report->device_calls;
  return run;
}

/// One launch of a report: launch(2, "child", 1, "null", R"("grid": [4, 1, 1])").
inline std::string launch(int id, const std::string& kernel, int parent, const std::string& stream,
                          const std::string& more = {}) {
  return fmt::format(
      R"({{"id": {}, "kernel": "{}", "parent": {}, "stream": "{}", "depth": {}, "file": "/x/exercise.cu", "line": {}, "sequence": {}{}}})",
      id, kernel, parent == 0 ? "null" : std::to_string(parent), stream, parent == 0 ? 0 : 1,
      10 + id, id, more.empty() ? "" : ", " + more);
}

template <class... L>
Outcome launched(const L&... launches) {
  std::string list;
  ((list += (list.empty() ? "" : ", ") + std::string(launches)), ...);
  return run_of("\"launches\": [" + list + "]");
}

}  // namespace harness
