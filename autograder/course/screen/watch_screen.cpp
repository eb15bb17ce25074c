// Lines that fit.
#include "course/screen/watch_screen.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "course/screen/terminal.h"

namespace course {

namespace {

constexpr int kUsualRows = 24;

int rows() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return kUsualRows;
  return std::max<int>(size.ws_row, 8);
}

/// How many rows a line takes on the terminal: paths may be longer than it is wide.
int rows_of(const std::string& line, std::size_t width) {
  return static_cast<int>(std::max<std::size_t>(1, (columns_of(line) + width - 1) / width));
}

std::string progress(const WatchView& view) {
  const std::string words = fmt::format("{} of {} lessons passed", view.passed, view.lessons);
  if (plain()) return words + ".";
  constexpr std::size_t kBar = 24;
  const std::size_t full = view.lessons == 0 ? 0 : kBar * view.passed / view.lessons;
  return fmt::format("[{}{}] {}", paint(Color::kGreen, std::string(full, '#')),
                     std::string(kBar - full, '.'), words);
}

std::string keys(bool has_keys) {
  if (!has_keys) return "Save the exercise to check it again; Ctrl-C ends.";
  if (plain()) {
    return "Keys: h hint, n next lesson, l list of lessons, r reset, z quiz, t trace, c check "
           "again, "
           "q quit.";
  }
  constexpr std::pair<const char*, const char*> kKeys[] = {
      {"h", "hint"}, {"n", "next"},  {"l", "list"},  {"r", "reset"},
      {"z", "quiz"}, {"t", "trace"}, {"c", "check"}, {"q", "quit"}};
  std::string text;
  for (const auto& [key, word] : kKeys) {
    text += (text.empty() ? "" : "  ") + paint(Color::kBold, key) + " " + word;
  }
  return text;
}

std::string last_line(const WatchView& view, bool has_keys) {
  return view.question.empty() ? keys(has_keys) : paint(Color::kYellow, view.question);
}

}  // namespace

void WatchScreen::clear() const {
  if (redraws_) fmt::print("\033[H\033[2J");
  std::fflush(stdout);
}

void WatchScreen::show(const WatchView& view) {
  if (redraws_) {
    draw(view);
  } else {
    print(view);
  }
  std::fflush(stdout);
}

void WatchScreen::draw(const WatchView& view) {
  const std::size_t width = screen_width();
  const auto report = base::lines_of(view.report);
  const std::string last = last_line(view, has_keys_);
  int left =
      rows() - 5 - rows_of(last, width);  // heading, two empty lines, progress, what is hidden
  top_ = std::clamp(top_, 0, std::max(0, static_cast<int>(report.size()) - 1));
  std::string text = "\033[H" + paint(Color::kBold, cut_to(view.lesson, width)) + "\033[K\n" +
                     progress(view) + "  " + paint(Color::kYellow, view.state) + "\033[K\n\033[K\n";
  std::size_t i = static_cast<std::size_t>(top_);
  for (; i < report.size() && left >= rows_of(report[i], width); ++i) {
    text += report[i] + "\033[K\n";
    left -= rows_of(report[i], width);
  }
  const std::size_t hidden = report.size() - i;
  next_page_ = hidden > 0 ? static_cast<int>(i) : 0;
  if (hidden > 0) text += paint(Color::kDim, fmt::format("  … {} more lines: space", hidden));
  if (hidden == 0 && top_ > 0) text += paint(Color::kDim, "  the end: space goes to the top");
  fmt::print("{}\033[K\n{}\033[K\033[J", text, last);
}

/// Only what is new: a report once, the keys once.
void WatchScreen::print(const WatchView& view) {
  if (!view.question.empty()) fmt::print("{}\n", view.question);
  if (view.report.empty()) {
    if (plain()) fmt::print("{}: {}.\n", view.lesson, view.state);
    return;
  }
  if (view.report == printed_ || !view.question.empty()) return;
  // A report that has only grown, by the place of its timeline, need not be heard twice.
  const bool grown = !printed_.empty() && view.report.starts_with(printed_);
  fmt::print("{}", grown ? view.report.substr(printed_.size()) : view.report);
  if (!grown) fmt::print("{}\n", progress(view));
  if (!keys_told_ || !has_keys_) fmt::print("{}\n", keys(has_keys_));
  printed_ = view.report;
  keys_told_ = true;
}

}  // namespace course
