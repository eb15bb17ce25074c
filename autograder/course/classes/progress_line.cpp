// "graded 120 of 300, 38 a minute, 5 min left".
#include "course/classes/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "course/screen/terminal.h"

namespace course {

namespace {

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string words(const grading::Progress& progress) {
  const std::size_t ready = progress.done + progress.before;
  std::string text = fmt::format("graded {} of {}", ready, progress.all);
  if (progress.given_up > 0) text += fmt::format(", {} not, by our fault", progress.given_up);
  if (progress.done > 0) {
    text += fmt::format(", {:.0f} a minute", progress.per_minute());
    const double left = progress.seconds_left();
    if (left > 0) text += fmt::format(", {} left", duration(left));
  }
  return text;
}

}  // namespace

ProgressLine::~ProgressLine() {
  if (shown_) fmt::print(stderr, "\n");
}

void ProgressLine::show(const grading::Progress& progress, const std::string& more) {
  const bool terminal = isatty(STDERR_FILENO) != 0 && !plain();
  const auto now = std::chrono::steady_clock::now();
  if (!terminal && now - last_ < std::chrono::seconds(10)) return;
  last_ = now;
  fmt::print(stderr, "{}{}{}{}", terminal ? "\r\033[K" : "", words(progress), more,
             terminal ? "" : "\n");
  std::fflush(stderr);
  shown_ = terminal;
}

}  // namespace course
