// The way of one submission, and the hashes that say with what it was graded.
#include "course/classes/submission_grader.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/process.h"
#include "base/temporary_folder.h"
#include "course/classes/graded_checks.h"
#include "course/classes/graded_quiz.h"
#include "course/classes/judged_text.h"
#include "course/given/lesson_code.h"
#include "course/judge/build_folder.h"
#include "course/judge/check_program.h"
#include "course/judge/grading.h"
#include "course/lesson/solution.h"
#include "grading/intake/sha256.h"

namespace course {

namespace fs = std::filesystem;
using grading::Graded;
using grading::PendingSubmission;
using grading::Sha256;

namespace {

void add_file(Sha256& hash, const fs::path& file) {
  if (fs::exists(file)) hash.add(file.filename().string()).add(read_file(file));
}

/// Of the copy of a quiz's key, beside that of the checks.
constexpr const char* kKeyEnding = "-answers.toml";

void copy_to(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

/// The course's own version, where git knows it.
std::string version_of(const Course& course) {
  try {
    const base::Ended ended =
        base::run_process({{"git", "-C", course.root.string(), "describe", "--always", "--dirty"}});
    if (ended.ok()) return ended.out.substr(0, ended.out.find('\n'));
  } catch (const std::exception&) {  // no git here
  }
  return "unknown";
}

/// How often and how long a failed check is tried again, to see whether it always fails; a slow one
/// only once. A die that falls once in 16 runs is nearly always seen in 12, not in 4.
constexpr int kMostRepetitions = 12;
constexpr double kSecondsOfRepetitions = 0.75;

/// No text is searched for that: messages quote what students write.
bool reaches_for_emulator(const LessonVerdict& verdict) {
  return std::ranges::any_of(verdict.checks, &CheckVerdict::reaches_for_emulator);
}

using Clock = std::chrono::steady_clock;

Clock::duration in_ticks(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string out_of_time(const TotalTime& time, double taken) {
  return fmt::format("all runs of its checks together had taken {:.3g} s when they were ended: {}",
                     taken, sentence_about(time));
}

LessonVerdict not_compiled(const Lesson& lesson, const char* device, const Compiled& compiled) {
  const Verdict verdict = compiled.our_fault ? Verdict::kGraderError : Verdict::kDoesNotCompile;
  return same_for_all(lesson, device, verdict, compiled.complaint);
}

}  // namespace

SubmissionGrader::SubmissionGrader(const Course& course, const std::vector<Lesson>& lessons,
                                   const HiddenChecks& hidden, const Isolation& isolation,
                                   ClassRules rules)
    : course_(course),
      own_(course),
      with_hidden_(course),
      lessons_(lessons),
      hidden_(hidden),
      isolation_(isolation),
      rules_(std::move(rules)),
      toolchain_(toolchain_fingerprint(isolation.tools(), rules_.device, Look::kContents)),
      grader_(version_of(course)),
      // nvcc has no list of tokens: a class on a GPU is judged in the skeleton's text alone.
      compiler_(isolation, {toolchain_, rules_.libraries,
                            !rules_.any_given_code && rules_.device == Device::kEmulator}),
      expected_(course.build / "durations" / "of-solutions") {
  own_.checks = isolation.judges() / "own";
  with_hidden_.checks = isolation.judges() / "hidden";
  // Without a sandbox check programs look for the runner beside them.
  for (const Course* judges : {&own_, &with_hidden_}) copy_to(course.runner(), judges->runner());
  if (rules_.most_seconds <= 0) return;
  for (std::vector<Lesson>* those : {&lessons_, &hidden_.lessons}) {
    for (Lesson& lesson : *those) {
      lesson.limits.seconds = std::min(lesson.limits.seconds, rules_.most_seconds);
    }
  }
}

const Lesson& SubmissionGrader::lesson(const std::string& name) const {
  for (const Lesson& candidate : lessons_) {
    if (candidate.name == name) return candidate;
  }
  throw std::runtime_error(fmt::format("there is no lesson {}", name));
}

std::string SubmissionGrader::hash_of_checks(const Lesson& of) const {
  const std::string& name = of.name;
  Sha256 hash;
  add_file(hash, own_.checks / name);
  add_file(hash, of.folder / "lesson.toml");
  for (const fs::path& header : isolation_.headers_of(of)) add_file(hash, header);
  add_file(hash, own_.checks / (name + kKeyEnding));
  hash.add(text_of(rules_.schedules));
  hash.add(fmt::format("{} {} {}", rules_.all_seeds, rules_.quiz_points, of.limits.seconds));
  if (rules_.any_given_code) hash.add("any given code");
  if (has_given_code(of)) add_file(hash, of.folder / "skeleton.cu");
  if (rules_.all_seconds > 0) hash.add(fmt::format("{} s for all", rules_.all_seconds));
  if (const Lesson* own = hidden_.of(name)) {
    add_file(hash, with_hidden_.checks / name);
    for (const CheckSpec& check : own->checks) {
      hash.add(fmt::format("{} {} {}", check.name, check.points, check.seeds));
    }
  }
  return hash.digits();
}

const grading::Versions& SubmissionGrader::prepared(const std::string& name) const {
  const std::lock_guard lock(preparing_);
  const auto found = prepared_.find(name);
  if (found != prepared_.end()) return found->second;
  const Lesson& of = lesson(name);
  const fs::path program = check_program(course_, of);
  const fs::path key = course_.solutions() / name / "answers.toml";
  const BuildLock no_build_meanwhile(course_);
  copy_to(program, own_.checks / name);
  if (fs::exists(key)) copy_to(key, own_.checks / (name + kKeyEnding));
  if (hidden_.of(name) != nullptr) copy_to(hidden_.programs / name, with_hidden_.checks / name);
  return prepared_[name] = {hash_of_checks(of), toolchain_};
}

grading::Versions SubmissionGrader::versions(const std::string& name) const {
  return prepared(name);
}

double SubmissionGrader::InWork::seconds_left() const {
  return std::chrono::duration<double>(end - std::chrono::steady_clock::now()).count();
}

LessonVerdict SubmissionGrader::checked_by(const Course& course, const Lesson& lesson,
                                           const InWork& work,
                                           const std::vector<Schedule>& schedules,
                                           const std::vector<std::string>& only,
                                           const fs::path& pictures) const {
  GradeRequest request;
  request.device = rules_.device;
  request.schedules = schedules;
  request.only = only;
  request.shares_processes = true;  // a slot is one core
  request.stop = work.stop;
  constexpr double kMoment = 0.05;  // 0 would be no limit
  if (rules_.device == Device::kEmulator)
    request.all_seconds = std::max(kMoment, work.seconds_left());
  request.all_seeds = rules_.all_seeds || !only.empty();
  request.check_options = isolation_.check_options(lesson, work.library, work.slot);
  request.is_sandboxed = !request.check_options.empty();
  request.check_options.push_back("--die-with-parent");
  if (!pictures.empty()) request.check_options.push_back("--pictures=" + pictures.string());
  Slots one(1);
  LessonVerdict verdict = check_library(course, lesson, request, work.source, work.library, one);
  isolation_.clear(work.slot);
  return verdict;
}

LessonVerdict SubmissionGrader::checked(const InWork& work, const std::vector<Schedule>& schedules,
                                        const std::vector<std::string>& only,
                                        const fs::path& pictures) const {
  return checked_by(own_, work.lesson, work, schedules, only, pictures);
}

std::optional<LessonVerdict> SubmissionGrader::checked_by_hidden(const InWork& work) const {
  const Lesson* own = hidden_.of(work.lesson.name);
  if (own == nullptr) return std::nullopt;
  return checked_by(with_hidden_, *own, work, rules_.schedules, {}, {});
}

// What failed is tried again under the same schedule, some times: who throws a die needs luck. The
// emulator repeats a run exactly, so another verdict comes from the exercise: it looks at a clock,
// at random numbers, at what an earlier run left.
bool SubmissionGrader::changes_from_run_to_run(const LessonVerdict& verdict,
                                               const InWork& work) const {
  const CheckVerdict* failure = verdict.first_failure();
  if (failure == nullptr || failure->verdict != Verdict::kFailed) return false;
  const std::vector<Schedule> same{
      {failure->schedule.empty() ? "late" : failure->schedule, failure->seed}};
  const auto begin = Clock::now();
  for (int i = 0; i < kMostRepetitions; ++i) {
    if (i > 0 && seconds_since(begin) > kSecondsOfRepetitions) break;
    if (work.seconds_left() <= 0 || work.stop.stop_requested()) break;
    if (checked(work, same, {failure->name}).verdict == Verdict::kPassed) return true;
  }
  return false;
}

LessonVerdict SubmissionGrader::checked_and_drawn(const InWork& work,
                                                  const fs::path& picture) const {
  if (rules_.device != Device::kEmulator) return checked(work, rules_.schedules);
  const base::TemporaryFolder drawn(isolation_.judges());  // swept with it, if we are killed
  LessonVerdict verdict = checked(work, rules_.schedules, {}, drawn.path());
  keep_picture(verdict, work, drawn.path(), picture);
  return verdict;
}

// Of the check that failed, or else of the first. It was drawn in a run that was judged: an
// exercise could be another program in a run that is only drawn. No picture is no fault: the disk
// may be full, and points are given all the same.
void SubmissionGrader::keep_picture(const LessonVerdict& verdict, const InWork& work,
                                    const fs::path& drawn, const fs::path& picture) {
  const std::vector<CheckSpec>& checks = work.lesson.checks;
  if (checks.empty()) return;
  const CheckVerdict* failure = verdict.first_failure();
  const bool drawable = failure != nullptr && failure->verdict == Verdict::kFailed;
  const fs::path file = drawn / ((drawable ? failure->name : checks.front().name) + ".svg");
  constexpr std::uintmax_t kMostBytes = 1 << 20;
  std::error_code failed;
  if (fs::file_size(file, failed) > kMostBytes || failed) return;
  fs::create_directories(picture.parent_path(), failed);
  fs::copy_file(file, picture, fs::copy_options::overwrite_existing, failed);
  if (failed) fs::remove(picture, failed);
}

/// Compiled to a place of its own: what a class hands in may have the same text.
double SubmissionGrader::seconds_of_solution(const Lesson& of, int slot,
                                             const std::stop_token& stop) const {
  if (!fs::exists(regions_of_solution(course_, of))) return 0;
  const fs::path source = whole_solution(course_, of);
  const fs::path library = isolation_.libraries() / ("solution-of-" + of.name + ".so");
  if (!isolation_.compile(of, source, library, slot, stop).ok) return 0;
  constexpr std::chrono::minutes kPatience{10};
  const auto begin = std::chrono::steady_clock::now();
  const InWork work{of, source, library, slot, begin + kPatience, stop};
  const bool right = checked(work, rules_.schedules).verdict == Verdict::kPassed;
  checked_by_hidden(work);
  fs::remove(library);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  return right && !stop.stop_requested() ? taken.count() : 0;
}

TotalTime SubmissionGrader::time_for(const Lesson& of, int slot,
                                     const std::stop_token& stop) const {
  if (rules_.all_seconds > 0) return {rules_.all_seconds, 0, true};
  if (rules_.device != Device::kEmulator) return total_time(0);
  const auto key = [&] {
    const grading::Versions with = versions(of.name);
    return Sha256().add(with.checks).add(with.toolchain).digits();
  };
  return total_time(
      expected_.of(of.name, key, [&] { return seconds_of_solution(of, slot, stop); }));
}

Graded SubmissionGrader::grade(const PendingSubmission& pending, int slot,
                               const std::stop_token& stop) const {
  const Lesson& of = lesson(pending.submission.lesson);
  prepared(of.name);
  const TotalTime time = time_for(of, slot, stop);
  const auto start = std::chrono::steady_clock::now();
  const Lesson* own = hidden_.of(of.name);
  const fs::path handed_in = pending.folder / "exercise.cu";
  const JudgedText text = rules_.any_given_code ? JudgedText(handed_in)
                                                : JudgedText(of, handed_in, isolation_.judges());
  const std::shared_ptr<const Compiled> library = compiler_.compiled(of, text, slot, stop);
  const Compiled& compiled = *library;
  const char* device = device_name(rules_.device);
  const fs::path picture =
      rules_.pictures /
      grading::picture_of(pending.submission.student, of.name, pending.submission.sha256);

  Graded graded;
  graded.grader = grader_;
  LessonVerdict verdict = not_compiled(of, device, compiled);
  std::optional<LessonVerdict> hidden;
  if (own != nullptr) hidden = not_compiled(*own, device, compiled);
  std::error_code ignored;
  fs::remove(picture, ignored);  // of an earlier run
  if (compiled.ok) {
    const auto begin = std::chrono::steady_clock::now();
    const InWork work{of,  text.source(), compiled.library, slot, begin + in_ticks(time.seconds),
                      stop};
    verdict = checked_and_drawn(work, picture);
    if (own != nullptr) hidden = checked_by_hidden(work);
    if (work.seconds_left() <= 0 && both(verdict.verdict, hidden) != Verdict::kPassed)
      verdict.message = out_of_time(time, seconds_since(begin));
    if (changes_from_run_to_run(verdict, work)) {
      graded.flags.push_back("its answers change from run to run");
    }
  }
  add_checks(graded, verdict, false);
  if (hidden) add_checks(graded, *hidden, true);
  graded.verdict = verdict_name(both(verdict.verdict, hidden));
  graded.message = kept(verdict.message);
  if (graded.verdict == verdict_name(Verdict::kGraderError) && graded.message.empty()) {
    graded.message =
        verdict.first_failure() != nullptr ? kept(verdict.first_failure()->message) : "";
  }
  if (compiled.reaches_for_emulator || reaches_for_emulator(verdict) ||
      (hidden && reaches_for_emulator(*hidden))) {
    graded.flags.push_back("it reaches for the emulator's own parts: read its source");
  }
  if (!text.change().empty()) {
    graded.flags.push_back(text.change());
    if (verdict.verdict != Verdict::kPassed)
      graded.message = text.change() + (graded.message.empty() ? "" : "\n" + graded.message);
  }
  add_quiz(graded, own_.checks / (of.name + kKeyEnding), pending.folder, rules_.quiz_points);
  graded.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return graded;
}

}  // namespace course
