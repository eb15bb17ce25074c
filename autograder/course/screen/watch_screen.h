// What course watch shows: the lesson, its report, how far the course is, and the keys.
//
// On a terminal the screen is drawn anew and never longer than it is high: what does not fit is
// reached by scrolling, and the first thing to fix is always there. Elsewhere, and plainly, one
// report is printed after another.
#pragma once

#include <string>
#include <vector>

namespace course {

struct WatchView {
  std::string lesson;  ///< "Lesson 3 of 24: Memory visibility"
  std::size_t passed = 0;
  std::size_t lessons = 0;
  std::string state;  ///< "checking …"
  std::string report;
  std::string question;  ///< instead of the keys, when something is asked
};

class WatchScreen {
 public:
  /// `redraws`: on a terminal; `has_keys`: someone can press them.
  WatchScreen(bool redraws, bool has_keys) : redraws_(redraws), has_keys_(has_keys) {}

  bool redraws() const { return redraws_; }
  void show(const WatchView& view);
  void scroll(int lines) { top_ += lines; }
  void to_top() { top_ = 0; }
  /// What follows the lines that are shown; behind the last comes the first.
  void turn_page() { top_ = next_page_; }
  /// Empties the screen for what another command prints.
  void clear() const;

 private:
  void draw(const WatchView& view);
  void print(const WatchView& view);

  bool redraws_;
  bool has_keys_;
  int top_ = 0;  ///< the first line of the report that is shown
  int next_page_ = 0;
  bool keys_told_ = false;
  std::string printed_;
};

}  // namespace course
