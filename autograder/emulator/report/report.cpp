// See report.h.
#include "report/report.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "report/forest.h"
#include "report/perfetto.h"
#include "report/pictures/timeline_picture.h"
#include "report/pictures/tree_picture.h"
#include "report/refusals.h"
#include "report/timeline.h"

namespace emu::report {
namespace {

std::string finding(const checker::Diagnostic& d) {
  std::string text =
      d.severity == checker::Severity::kError ? d.rule : fmt::format("{} (warning)", d.rule);
  if (!d.where.file.empty()) {
    text += fmt::format(" at {}:{}", file_name(d.where.file), d.where.line);
  }
  if (d.other.line != 0) text += fmt::format(", with line {}", d.other.line);
  if (!d.cites.empty()) text += fmt::format(" ({})", d.cites);
  return text;
}

}  // namespace

void finish(Run& run, std::span<const checker::Diagnostic> diagnostics) {
  compute_times(run);
  run.findings.clear();
  for (const auto severity : {checker::Severity::kError, checker::Severity::kWarning}) {
    for (const checker::Diagnostic& d : diagnostics) {
      if (d.severity == severity) run.findings.push_back(finding(d));
    }
  }
}

std::string trace_for(const Run& run, std::string_view path) {
  if (path.ends_with(".json")) return to_perfetto(run);
  if (path.ends_with(".tree.svg")) return tree_picture(run);
  if (path.ends_with(".svg")) return timeline_picture(run);
  return to_text(run);
}

bool write_trace(const Run& run, const std::string& path) {
  const std::string text = trace_for(run, path);
  if (path == "-") return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  std::FILE* file = std::fopen(path.c_str(), "w");
  bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr) written = std::fclose(file) == 0 && written;
  if (!written) fmt::print(stderr, "{}: cannot write the trace: {}\n", path, std::strerror(errno));
  return written;
}

}  // namespace emu::report
