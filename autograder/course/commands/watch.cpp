// course watch: checks an exercise again at every save, and has a key for whatever comes next.
//
// One loop waits for four things: keys, signals, saves, and the check that runs beside it.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdlib>
#include <iostream>
#include <set>

#include "course/commands/command_line.h"
#include "course/commands/commands.h"
#include "course/judge/grading.h"
#include "course/judge/verdict_cache.h"
#include "course/lesson/lesson_names.h"
#include "course/screen/keyboard.h"
#include "course/screen/lesson_report.h"
#include "course/screen/terminal.h"
#include "course/screen/timeline.h"
#include "course/screen/watch_screen.h"
#include "course/student/background_check.h"
#include "course/student/saves.h"
#include "course/student/standing.h"
#include "course/student/students_files.h"

namespace course {

namespace {

struct WatchOptions {
  std::string lesson;
  bool poll = false;
};

/// The lesson named, or the first that is not solved.
const Lesson& lesson_to_begin_with(const Course& course, const std::vector<Lesson>& lessons,
                                   const std::string& word) {
  if (!word.empty()) return find_lesson(lessons, word);
  if (person_is_there()) fmt::print("Looking for the first lesson that is not solved.\n");
  std::fflush(stdout);
  Slots slots(default_jobs());
  for (const Lesson& lesson : lessons) {
    if (!standing_of(course, lesson, slots).solved()) return lesson;
  }
  if (lessons.empty()) throw WrongUse("there are no lessons to watch");
  return lessons.front();
}

bool polling_wanted(const WatchOptions& options) {
  const char* wish = std::getenv("COURSE_POLL");
  return options.poll || (wish != nullptr && *wish != '\0' && std::string_view(wish) != "0");
}

/// One that can be drawn on anew.
bool screen_is_there() {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return isatty(STDOUT_FILENO) != 0 && !dumb && !plain();
}

class Watch {
 public:
  Watch(const Course& course, const std::vector<Lesson>& lessons, const Lesson& first, bool poll)
      : course_(course),
        lessons_(lessons),
        lesson_(&first),
        has_keys_(Keyboard::is_there() && isatty(STDOUT_FILENO) != 0),
        screen_(screen_is_there() && has_keys_, has_keys_),
        saves_(lessons, poll),
        check_(course) {
    for (const Lesson& lesson : lessons_) remember(lesson, VerdictCache(course).find(lesson));
  }

  int run() {
    if (has_keys_) keyboard_.emplace();
    begin(*lesson_);
    while (!ended_) wait();
    check_.stop();
    if (screen_.redraws()) fmt::print("\n");
    return 0;
  }

 private:
  void remember(const Lesson& lesson, const std::optional<LessonVerdict>& verdict) {
    const bool passed = verdict && verdict->verdict == Verdict::kPassed;
    if (passed) passed_.insert(lesson.name);
    if (!passed) passed_.erase(lesson.name);
  }

  void begin(const Lesson& lesson) {
    if (&lesson != lesson_) report_.clear();
    lesson_ = &lesson;
    state_ = "checking …";
    screen_.to_top();
    check_.begin(lesson);
    if (!screen_.redraws()) report_.clear();
    show();
  }

  void show(const std::string& question = "") {
    const auto number = static_cast<std::size_t>(lesson_ - lessons_.data()) + 1;
    screen_.show({fmt::format("Lesson {} of {}: {}", number, lessons_.size(), lesson_->title),
                  passed_.size(), lessons_.size(), state_, report_, question});
  }

  void wait() {
    std::array<pollfd, 4> events{pollfd{signals_.descriptor(), POLLIN, 0},
                                 pollfd{check_.descriptor(), POLLIN, 0},
                                 pollfd{has_keys_ ? Keyboard::descriptor() : -1, POLLIN, 0},
                                 pollfd{saves_.descriptor(), POLLIN, 0}};
    poll(events.data(), events.size(), saves_.milliseconds_until_next_look());
    if (events[0].revents != 0) signalled();
    if (events[2].revents != 0 && !ended_) pressed(keyboard_->read());
    if (ended_) return;
    if (const Lesson* saved = saves_.saved()) {
      begin(*saved);
    } else if (events[1].revents != 0) {
      checked();
    }
  }

  void checked() {
    const auto result = check_.take();
    if (!result) return;
    remember(*result->lesson, result->verdict);
    report_ = lesson_report(course_, *result->lesson, result->verdict,
                            result->lesson->folder / "exercise.cu") +
              result->timeline;
    state_.clear();
    show();
  }

  void signalled() {
    while (const auto signal = signals_.next()) {
      if (*signal == SIGTSTP) {
        stop_until_continued();
      } else if (*signal == SIGCONT) {
        if (keyboard_) keyboard_->take();
        redraw();
      } else if (*signal == SIGWINCH) {
        redraw();
      } else {
        ended_ = true;
      }
    }
  }

  /// What is shown on a screen; nothing is said twice where there is none.
  void redraw() {
    if (!screen_.redraws()) return;
    screen_.clear();
    show(asking_ ? question() : "");
  }

  void stop_until_continued() {
    if (keyboard_) keyboard_->release();
    if (screen_.redraws()) fmt::print("\n");
    std::fflush(stdout);
    kill(getpid(), SIGSTOP);
  }

  std::string question() const {
    return fmt::format("Start {} again? Your version is kept beside it. y or n", lesson_->name);
  }

  void pressed(const Pressed& pressed) {
    if (pressed.key == Key::kEnd) ended_ = true;
    if (asking_) return answered(pressed.letter);
    if (pressed.key == Key::kUp || pressed.key == Key::kDown) {
      screen_.scroll(pressed.key == Key::kUp ? -1 : 1);
      return redraw();
    }
    act_on(pressed.letter);
  }

  void act_on(char letter) {
    const std::string number = lesson_->number();
    switch (letter) {
      case 'h':
        return page({"hint", number});
      case 'l':
        return page({});
      case 'z':
        return page({"quiz", number});
      case 't':
        return page({"trace", number, "-o", timeline_of(course_, *lesson_).string()});
      case 'n':
        return begin(next_lesson());
      case 'c':
        return begin(*lesson_);
      case 'r':
        asking_ = true;
        return show(question());
      case ' ':
        screen_.turn_page();
        return redraw();
      case 'q':
      case 4:  // Ctrl-D
        ended_ = true;
        return;
      default:
        return;
    }
  }

  void answered(char letter) {
    asking_ = false;
    if (letter != 'y' && letter != 'Y') {
      if (!screen_.redraws()) fmt::print("Nothing is changed.\n");
      return show();
    }
    page({"reset", lesson_->number()});
  }

  /// The next that is not passed, from here on and then from the beginning; else the next.
  const Lesson& next_lesson() const {
    const auto here = static_cast<std::size_t>(lesson_ - lessons_.data());
    for (std::size_t i = 1; i < lessons_.size(); ++i) {
      const Lesson& lesson = lessons_[(here + i) % lessons_.size()];
      if (!passed_.contains(lesson.name)) return lesson;
    }
    return lessons_[(here + 1) % lessons_.size()];
  }

  /// Another command, with the terminal as it was, until a key is pressed or something is saved.
  void page(const std::vector<std::string>& words) {
    screen_.clear();
    keyboard_->release();
    {
      const Signals::AsEver as_ever(signals_);
      run_command_line(course_, words);
    }
    std::cin.clear();  // Ctrl-D in a quiz ends the quiz, no more
    std::clearerr(stdin);
    if (screen_.redraws()) fmt::print("\n{}", paint(Color::kDim, "Any key goes back."));
    std::fflush(stdout);
    keyboard_->take();
    if (screen_.redraws()) stay_until_something_happens();
    screen_.clear();
    if (!ended_) show();
  }

  void stay_until_something_happens() {
    std::array<pollfd, 3> events{pollfd{signals_.descriptor(), POLLIN, 0},
                                 pollfd{Keyboard::descriptor(), POLLIN, 0},
                                 pollfd{saves_.descriptor(), POLLIN, 0}};
    while (!ended_) {
      poll(events.data(), events.size(), saves_.milliseconds_until_next_look());
      if (events[0].revents != 0) return signalled();
      if (events[1].revents != 0) {
        ended_ = keyboard_->read().key == Key::kEnd;
        return;
      }
      if (const Lesson* saved = saves_.saved()) return begin(*saved);
    }
  }

  const Course& course_;
  const std::vector<Lesson>& lessons_;
  const Lesson* lesson_;
  bool has_keys_;
  WatchScreen screen_;
  Signals signals_;  // before the check, whose threads are to leave signals to us
  Saves saves_;      // before the first check, so that no save is missed
  BackgroundCheck check_;
  std::optional<Keyboard> keyboard_;
  std::set<std::string> passed_;
  std::string state_;
  std::string report_;
  bool asking_ = false;
  bool ended_ = false;
};

int run_watch(const Course& course, const WatchOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  begin_lessons(course, lessons);
  const Lesson& first = lesson_to_begin_with(course, lessons, options.lesson);
  return Watch(course, lessons, first, polling_wanted(options)).run();
}

}  // namespace

void setup_watch(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<WatchOptions>();
  CLI::App* command =
      app.add_subcommand("watch", "Check again at every save, with a key for all the rest");
  command->add_option("lesson", options->lesson, "Where to begin (default: the first not solved)")
      ->type_name("LESSON");
  command->add_flag("--poll", options->poll,
                    "Look at the files every now and then instead of being told of saves; done by "
                    "itself on network drives and on Windows' drives in WSL (or COURSE_POLL=1)");
  command->callback([&course, &status, options] { status = run_watch(course, *options); });
}

}  // namespace course
