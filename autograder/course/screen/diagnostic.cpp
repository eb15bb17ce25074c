// The emulator's report → text.
#include "course/screen/diagnostic.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "course/screen/excerpt.h"
#include "course/screen/terminal.h"

namespace course {

using nlohmann::ordered_json;

namespace {

std::string text_of(const ordered_json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

int number_of(const ordered_json& json, const char* key) {
  return json.contains(key) && json[key].is_number() ? json[key].get<int>() : 0;
}

/// "exercise.cu:31: ", or nothing when the place is not known.
std::string place(const std::string& file, int line) {
  if (file.empty()) return "";
  return line > 0 ? fmt::format("{}:{}: ", file, line) : file + ": ";
}

}  // namespace

std::vector<Diagnostic> diagnostics_of(const ordered_json& report) {
  std::vector<Diagnostic> result;
  if (!report.contains("diagnostics")) return result;
  for (const ordered_json& json : report["diagnostics"]) {
    Diagnostic diagnostic;
    diagnostic.rule = text_of(json, "rule");
    diagnostic.is_error = text_of(json, "severity") != "warning";
    diagnostic.message = text_of(json, "message");
    diagnostic.file = text_of(json, "file");
    diagnostic.line = number_of(json, "line");
    diagnostic.other_file = text_of(json, "other_file");
    diagnostic.other_line = number_of(json, "other_line");
    diagnostic.count = json.value("count", 1ULL);
    result.push_back(diagnostic);
  }
  return result;
}

std::string printed(const Diagnostic& diagnostic, const std::filesystem::path& folder) {
  const std::string severity =
      diagnostic.is_error ? paint(Color::kRed, "error:") : paint(Color::kYellow, "warning:");
  std::string text =
      fmt::format("{}{} {} [{}]", paint(Color::kBold, place(diagnostic.file, diagnostic.line)),
                  severity, diagnostic.message, diagnostic.rule);
  if (diagnostic.count > 1) text += fmt::format(" ({} times)", diagnostic.count);
  text += "\n" + excerpt(folder / diagnostic.file, diagnostic.line);
  const bool elsewhere = diagnostic.other_line > 0 && (diagnostic.other_line != diagnostic.line ||
                                                       diagnostic.other_file != diagnostic.file);
  if (elsewhere) {
    const std::string& file =
        diagnostic.other_file.empty() ? diagnostic.file : diagnostic.other_file;
    text += fmt::format("{}{} the other place\n", place(file, diagnostic.other_line),
                        paint(Color::kDim, "note:"));
    text += excerpt(folder / file, diagnostic.other_line);
  }
  return text;
}

}  // namespace course
