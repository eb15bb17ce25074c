// course watch: checks an exercise again at every save, on a screen of its own. Ctrl-C ends it.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <map>

#include "grader/commands.h"
#include "grader/grading.h"
#include "grader/lesson_names.h"
#include "grader/lesson_report.h"
#include "grader/standing.h"
#include "grader/students_files.h"
#include "grader/terminal.h"

namespace grader {

namespace {

struct WatchOptions {
  std::string lesson;
};

constexpr int kQuietMs = 20;  ///< editors write a file in several steps

/// Tells which lesson's exercise was written. Editors that write a new file and move it into place
/// are seen too, which is why folders are watched and not files.
class Saves {
 public:
  explicit Saves(const std::vector<Lesson>& lessons) : fd_(inotify_init1(IN_CLOEXEC)) {
    if (fd_ < 0) throw std::runtime_error("watching files is not possible here (no inotify)");
    for (const Lesson& lesson : lessons) {
      const int watch = inotify_add_watch(fd_, lesson.folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
      if (watch < 0) throw std::runtime_error("cannot watch " + lesson.folder.string());
      lessons_[watch] = &lesson;
    }
  }
  ~Saves() { close(fd_); }
  Saves(const Saves&) = delete;
  Saves& operator=(const Saves&) = delete;

  /// Waits for a save.
  const Lesson& next() {
    const Lesson* saved = nullptr;
    while (saved == nullptr || is_more_to_come()) {
      if (const Lesson* lesson = read_events()) saved = lesson;
    }
    return *saved;
  }

 private:
  bool is_more_to_come() const {
    pollfd events{fd_, POLLIN, 0};
    return poll(&events, 1, kQuietMs) > 0;
  }

  const Lesson* read_events() {
    alignas(inotify_event) char buffer[4096];
    const ssize_t count = read(fd_, buffer, sizeof buffer);
    const Lesson* saved = nullptr;
    for (ssize_t at = 0; at < count;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      if (event->len > 0 && std::string_view(event->name) == "exercise.cu") {
        saved = lessons_.at(event->wd);
      }
      at += static_cast<ssize_t>(sizeof *event + event->len);
    }
    return saved;
  }

  int fd_;
  std::map<int, const Lesson*> lessons_;
};

void end_with_success(int) { _exit(0); }

void end_on_interrupt() {
  signal(SIGINT, end_with_success);
  signal(SIGTERM, end_with_success);
}

void check_once(const Course& course, const Lesson& lesson) {
  constexpr const char* kClear = "\033[H\033[2J\033[3J";
  Slots slots(default_jobs());
  const LessonVerdict verdict =
      grade_lesson(course, lesson, {course.lessons(), Device::kEmulator, schedules_for({})}, slots);
  remember(course, lesson, verdict);
  if (isatty(STDOUT_FILENO) != 0) fmt::print("{}", kClear);
  fmt::print("{}", lesson_report(course, lesson, verdict, lesson.folder / "exercise.cu"));
  fmt::print("{}\n", paint(Colour::kDim, "Save the exercise to check it again; Ctrl-C ends."));
  std::fflush(stdout);
}

/// The lesson named, or the first that is not solved.
const Lesson& lesson_to_begin_with(const Course& course, const std::vector<Lesson>& lessons,
                                   const std::string& word) {
  if (!word.empty()) return find_lesson(lessons, word);
  Slots slots(default_jobs());
  for (const Lesson& lesson : lessons) {
    if (!standing_of(course, lesson, slots).solved()) return lesson;
  }
  if (lessons.empty()) throw WrongUse("there are no lessons to watch");
  return lessons.front();
}

int run_watch(const Course& course, const WatchOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  begin_lessons(course, lessons);
  const Lesson* lesson = &lesson_to_begin_with(course, lessons, options.lesson);
  end_on_interrupt();
  Saves saves(lessons);  // before the first check, so that no save is missed
  for (;;) {
    check_once(course, *lesson);
    lesson = &saves.next();
  }
}

}  // namespace

void setup_watch(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<WatchOptions>();
  CLI::App* command = app.add_subcommand("watch", "Check again at every save, until Ctrl-C");
  command->add_option("lesson", options->lesson, "Where to begin (default: the first not solved)")
      ->type_name("LESSON");
  command->callback([&course, &status, options] { status = run_watch(course, *options); });
}

}  // namespace grader
