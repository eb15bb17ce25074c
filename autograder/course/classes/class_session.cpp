// Options, lock, walls, checks.
#include "course/classes/class_session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <thread>

#include "course/classes/path_option.h"
#include "course/judge/grading.h"
#include "course/lesson/lesson_names.h"
#include "course/lesson/schedule.h"
#include "grading/sandbox/sandbox.h"

namespace course {

namespace fs = std::filesystem;

namespace {

// A signal's handler may not ask a token's holders to stop; it may wake who does.
std::atomic<bool> asked_to_stop{false};
sem_t asked;

void on_signal(int signal) {
  if (asked_to_stop.exchange(true)) _exit(128 + signal);
  sem_post(&asked);
}

std::stop_source asks_when_woken() {
  sem_init(&asked, 0, 0);
  std::stop_source source;
  std::thread([source]() mutable {
    while (sem_wait(&asked) != 0) {
    }
    source.request_stop();
  }).detach();
  return source;
}

void must_have_walls(bool no_sandbox) {
  if (no_sandbox) return;
  const grading::SandboxSupport support = grading::sandbox_support();
  if (support.bubblewrap) return;
  throw NoSandbox(fmt::format(
      "submissions are not run here without a sandbox: bubblewrap does not work ({})\n"
      "Install it (apt-get install bubblewrap), allow user namespaces, or grade in a container or "
      "virtual machine of which you need nothing, with --no-sandbox",
      support.why_not.substr(0, support.why_not.find('\n'))));
}

std::vector<Schedule> schedules_from(const ClassOptions& options) {
  std::vector<Schedule> schedules{{"late", 0}, {"eager", 0}};
  for (unsigned i = 0; i < options.seeds.value_or(kSeeds); ++i) {
    schedules.push_back({"random", options.first_seed + i});
  }
  return schedules;
}

ClassRules rules_from(const ClassOptions& options, Device device) {
  ClassRules rules;
  rules.device = device;
  rules.schedules = schedules_from(options);
  rules.all_seeds = options.seeds.has_value();
  rules.any_given_code = options.any_given_code;
  rules.quiz_points = options.quiz_points;
  rules.most_seconds = options.most_seconds;
  rules.all_seconds = options.all_seconds;
  rules.libraries = ClassFolder{options.out}.libraries();
  rules.pictures = ClassFolder{options.out}.pictures();
  return rules;
}

}  // namespace

void add_class_options(CLI::App& command, ClassOptions& options) {
  command.add_option("--lesson", options.lessons, "Only these lessons (default: all)")
      ->type_name("LESSON");
  command.add_option("--device", options.device, "emulator or gpu (default: emulator)")
      ->check(CLI::IsMember({"emulator", "gpu"}));
  from_the_root(command.add_option(
                    "--checks", options.hidden_checks,
                    "Checks of your own, kept outside the course: NN-name.cpp and NN-name.toml"))
      ->type_name("DIR");
  options.jobs = static_cast<int>(default_jobs());
  command.add_option("--jobs", options.jobs, "How many submissions at once (default: cores)")
      ->check(CLI::PositiveNumber);
  command.add_flag("--no-sandbox", options.no_sandbox,
                   "Run submissions with your own rights: only where nothing can be harmed");
  command.add_option("--seeds", options.seeds,
                     "Random schedules for every check (default: as the lessons say, at most 20)");
  command.add_option("--first-seed", options.first_seed,
                     "The first seed of the random schedules; students try 1 to 20 (default: 1)");
  command.add_option("--quiz-points", options.quiz_points,
                     "Points for each right answer of the quiz (default: 0)");
  command.add_option("--seconds", options.most_seconds,
                     "The longest time of a run, where a lesson allows more");
  command
      .add_option("--all-seconds", options.all_seconds,
                  "The longest time of all runs of a submission together (default: four times what "
                  "the course's solution takes here, but not less than one minute and at most two)")
      ->check(CLI::NonNegativeNumber);
  command
      .add_option("--compile-seconds", options.compile_seconds,
                  "The longest time of the compiler (default: 60)")
      ->check(CLI::PositiveNumber);
  command.add_flag(
      "--any-given-code", options.any_given_code,
      "Judge exercises as they are, also where students have changed the course's code "
      "outside of the regions");
}

// Asks for the names of those that are declared: an option that is added there is in the words,
// too.
std::vector<std::string> class_words(const CLI::App& command) {
  CLI::App shared;
  ClassOptions unused;
  add_class_options(shared, unused);
  std::vector<std::string> words;
  for (const CLI::Option* option : shared.get_options()) {
    const std::string name = option->get_name();
    if (name == "--help" || name == "--jobs") continue;
    for (const std::string& value : command.get_option(name)->reduced_results())
      words.push_back(name + "=" + value);
  }
  return words;
}

void must_be_out_of_sight(const Course& course, const ClassOptions& options,
                          const std::vector<fs::path>& more) {
  if (options.no_sandbox) return;
  std::vector<fs::path> secret{course.root, course.build, options.out};
  if (!options.hidden_checks.empty()) secret.emplace_back(options.hidden_checks);
  secret.insert(secret.end(), more.begin(), more.end());
  for (const fs::path& folder : secret) {
    const fs::path by = grading::in_sight(folder);
    if (by.empty()) continue;
    throw WrongUse(fmt::format(
        "{0} lies in {1}, which every submission can read: programs in the sandbox need {1}. Put "
        "the "
        "course, the class, its results and checks of your own elsewhere, such as in /home or /srv",
        folder.string(), by.string()));
  }
}

void write_for_us_only() { umask(077); }

ClassLock::ClassLock(const fs::path& out) {
  write_for_us_only();
  fs::create_directories(out);
  fd_ = open((out / ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (fd_ < 0) throw WrongUse(fmt::format("{}: cannot be written to", out.string()));
  fchmod(fd_, 0600);  // of long ago: who may open it may hold it
  if (flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  close(fd_);
  throw ClassIsLocked(fmt::format("{}: another course is grading into it right now", out.string()));
}

ClassLock::~ClassLock() { close(fd_); }

ClassSession::ClassSession(const Course& course, const ClassOptions& options)
    : lessons_(find_lessons(load_lessons(course), options.lessons)) {
  must_be_out_of_sight(course, options);
  must_have_walls(options.no_sandbox);
  const Device device = devices_for(options.device).at(0);
  if (!options.hidden_checks.empty()) {
    hidden_ = load_hidden_checks(course, load_lessons(course), options.hidden_checks);
  }
  isolation_ = std::make_unique<Isolation>(
      course, lessons_,
      IsolationOptions{!options.no_sandbox, device, options.jobs, course.sandbox, course.runner(),
                       options.compile_seconds});
  grader_ = std::make_unique<SubmissionGrader>(course, lessons_, hidden_, *isolation_,
                                               rules_from(options, device));
}

std::stop_token stop_when_asked() {
  static const std::stop_source source = asks_when_woken();
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  return source.get_token();
}

}  // namespace course
