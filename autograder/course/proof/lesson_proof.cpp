// The proofs, one after the other.
#include "course/proof/lesson_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <stdexcept>

#include "base/process.h"
#include "course/judge/build_cache.h"
#include "course/judge/failures.h"
#include "course/judge/toolchain.h"
#include "course/lesson/answers.h"
#include "course/lesson/mistake.h"
#include "course/lesson/others.h"
#include "course/lesson/solution.h"
#include "course/lesson/toml_file.h"
#include "course/proof/quotes.h"
#include "course/screen/lesson_report.h"

namespace course {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFewestOthers = 3;

/// The skeleton's regions are lesson.toml's todos, and each asks for its own.
void region_complaints(Complaints& complaints, const Lesson& lesson) {
  const fs::path skeleton = lesson.folder / "skeleton.cu";
  const Regions regions = whole_regions_of(read_file(skeleton), skeleton);
  for (const auto& [name, text] : regions) {
    if (std::ranges::find(lesson.todos, name) == lesson.todos.end())
      complaints.push_back("lesson.toml has no todo " + name);
    if (open_todos(text).size() != 1 || open_todos(text)[0].name != name)
      complaints.push_back(
          fmt::format("region {0} of the skeleton must say TODO({0}): once", name));
  }
  for (const std::string& todo : lesson.todos)
    if (!regions.contains(todo)) complaints.push_back("the skeleton has no // begin: " + todo);
}

/// Of one check on the skeleton: it may hold, or must fail and say which TODO is behind it.
void skeleton_check_complaints(Complaints& complaints, const CheckVerdict& check,
                               const std::string& todo) {
  if (check.verdict == Verdict::kPassed) return;
  if (check.verdict == Verdict::kGraderError || check.verdict == Verdict::kNotRun) {
    complaints.push_back(fmt::format("check {} on the skeleton: {}: {}", check.name,
                                     verdict_name(check.verdict), check.message));
  } else if (!todo.empty() && check.message.find("TODO " + todo) == std::string::npos) {
    complaints.push_back(fmt::format("check {} fails on the skeleton without naming TODO {}: {}",
                                     check.name, todo, check.message));
  }
}

/// Of the README's quotes, of the skeleton or of mistakes, those that `reports` does not have.
void quote_complaints(Complaints& complaints, const Course& course, const Lesson& lesson,
                      bool of_skeleton, const std::string& reports) {
  if (!quotes_can_be_compared()) return;
  for (const Quote& quote : quotes_of(lesson)) {
    if (quote.is_of_skeleton != of_skeleton || is_told(quote, reports)) continue;
    complaints.push_back(fmt::format(
        "{}:{}: {} does not say what is quoted here", course.shown(lesson.folder / "README.md"),
        quote.line, of_skeleton ? "a check of the skeleton" : "the check of any mistake"));
  }
}

bool some_check_fails(const LessonVerdict& verdict, const Lesson& lesson, const std::string& todo) {
  return std::any_of(verdict.checks.begin(), verdict.checks.end(), [&](const CheckVerdict& check) {
    const CheckSpec* spec = lesson.check(check.name);
    return spec != nullptr && spec->todo == todo && check.verdict != Verdict::kPassed;
  });
}

fs::path folder_of(const Course& course, const Lesson& lesson, const Mistake& mistake) {
  return course.build / "mistakes" / lesson.name / mistake.slug;
}

/// The checks' verdicts on the solution with the mistake in it: on `only`, or of all where it is
/// empty. Throws std::runtime_error when one could not be run.
LessonVerdict verdict_on(const Course& course, const Lesson& lesson, const Mistake& mistake,
                         const std::vector<Schedule>& schedules, Slots& slots,
                         const std::vector<std::string>& only = {}) {
  if (lesson.check(mistake.check) == nullptr) {
    throw std::runtime_error(
        fmt::format("mistake {}: the lesson has no check {}", mistake.slug, mistake.check));
  }
  const fs::path folder = folder_of(course, lesson, mistake);
  apply_mistake(course, lesson, mistake, folder);
  LessonVerdict verdict =
      grade_lesson(course, lesson, {folder, Device::kEmulator, schedules, only}, slots);
  for (const CheckVerdict& check : verdict.checks) {
    if (check.verdict != Verdict::kGraderError && check.verdict != Verdict::kNotRun) continue;
    throw std::runtime_error(fmt::format("mistake {}: {}", mistake.slug, check.message));
  }
  if (verdict.checks.empty()) {
    throw std::runtime_error(fmt::format("mistake {}: no check was run", mistake.slug));
  }
  return verdict;
}

CheckVerdict on_named_check(const LessonVerdict& verdict, const Mistake& mistake) {
  return *std::ranges::find(verdict.checks, mistake.check, &CheckVerdict::name);
}

/// All checks under the schedule that finds most; under all of them where the named check passes
/// so, or if every mistake is to be tried so.
LessonVerdict verdict_of_all_checks(const Course& course, const Lesson& lesson,
                                    const Mistake& mistake, Thoroughness thoroughness,
                                    Slots& slots) {
  if (thoroughness == Thoroughness::kEveryDay) {
    LessonVerdict late = verdict_on(course, lesson, mistake, {{"late", 0}}, slots);
    if (on_named_check(late, mistake).failed()) return late;
  }
  return verdict_on(course, lesson, mistake, schedules_for({}), slots);
}

/// The named check must have failed, and what `course check` prints first must have the mistake's
/// words.
std::string mistake_complaint(const Course& course, const Lesson& lesson, const Mistake& mistake,
                              const LessonVerdict& verdict) {
  if (!on_named_check(verdict, mistake).failed()) {
    return fmt::format("mistake {} is not caught by {}", mistake.slug, mistake.check);
  }
  const fs::path exercise = folder_of(course, lesson, mistake) / lesson.name / "exercise.cu";
  const CheckVerdict& first = *failures_in_order(lesson, verdict, {}).front();
  const std::string printed = as_printed(course, lesson, verdict, exercise, Detail::kFirst);
  for (const std::string& words : mistake.words) {
    if (first.message.find(words) != std::string::npos && is_printed(words, printed)) continue;
    return fmt::format(
        "mistake {}: the words \"{}\" are not in what is told first, which {} says ({}, {}):\n{}",
        mistake.slug, words, first.name, verdict_name(first.verdict), cause_name(first.cause),
        first.message);
  }
  return "";
}

/// The seeds under which the mistake is not caught: "3, 7".
std::string seeds_that_pass(const Course& course, const Lesson& lesson, const Mistake& mistake,
                            unsigned seeds, Slots& slots) {
  std::string passing;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const LessonVerdict verdict =
        verdict_on(course, lesson, mistake, {{"random", seed}}, slots, {mistake.check});
    if (verdict.checks.front().failed()) continue;
    passing += (passing.empty() ? "" : ", ") + std::to_string(seed);
  }
  return passing;
}

std::string try_seeds(const Course& course, const Lesson& lesson, const Mistake& mistake,
                      unsigned seeds, Slots& slots) {
  const std::string passing = seeds_that_pass(course, lesson, mistake, seeds, slots);
  if (passing.empty() == mistake.hides.empty()) return "";
  if (passing.empty()) {
    return fmt::format("mistake {}: its header says Hides:, but {} catches it under every seed",
                       mistake.slug, mistake.check);
  }
  return fmt::format("mistake {}: {} passes under seed {} alone", mistake.slug, mistake.check,
                     passing);
}

/// What `complaint_of` says of each of the lesson's mistakes; it may throw.
Complaints of_all_mistakes(const Course& course, const Lesson& lesson, const Slots& slots,
                           const std::function<std::string(const Mistake&)>& complaint_of) {
  Complaints complaints;
  const std::vector<Mistake> mistakes = load_mistakes(course, lesson);
  std::mutex mutex;
  in_parallel(mistakes.size(), slots.count(), [&](std::size_t i) {
    std::string complaint;
    try {
      complaint = complaint_of(mistakes[i]);
    } catch (const std::exception& error) {
      complaint = error.what();
    }
    const std::lock_guard lock(mutex);
    if (!complaint.empty()) complaints.push_back(complaint);
  });
  if (mistakes.empty()) complaints.push_back("there are no mistakes to try");
  return complaints;
}

/// One source, wherever it lies, as `course check` would grade it.
GradeRequest request_for(const Lesson& lesson, const fs::path& source, Device device) {
  GradeRequest request{lesson.folder.parent_path(), device, schedules_for({})};
  request.source = source;
  return request;
}

base::Command nvcc_command(const Lesson& lesson, const fs::path& source, const fs::path& object,
                           bool for_oldest) {
  base::Command command{{find_nvcc().string(), "-std=c++20", "-rdc=true", "-gencode",
                         "arch=compute_90,code=sm_90", "-I" + lesson.folder.string(), "-c", "-o",
                         object.string(), source.string()}};
  const std::vector<std::string> oldest{"-gencode", "arch=compute_75,code=sm_75"};
  if (for_oldest) {
    command.arguments.insert(command.arguments.begin() + 3, oldest.begin(), oldest.end());
  }
  return command;
}

/// Compiles once per content; the answer "it compiles" is remembered.
std::string nvcc_complaint(const Course& course, const Lesson& lesson, const fs::path& source,
                           bool for_oldest) {
  ContentHash key;
  if (for_oldest) key.add("sm_75");
  key.add(compiler_fingerprint(Device::kGpu, Look::kTimes));
  key.add_file(source);
  key.add_file(lesson.folder / "exercise.h");
  if (const fs::path given = lesson.folder.parent_path() / "given.h"; fs::exists(given)) {
    key.add_file(given);
  }
  const fs::path stamp = course.build / "nvcc" / key.hex();
  if (fs::exists(stamp)) return "";
  const fs::path object = stamp.string() + ".o";
  fs::create_directories(stamp.parent_path());
  const base::Ended ended = base::run_process(nvcc_command(lesson, source, object, for_oldest));
  fs::remove(object);
  if (!ended.ok()) return course.shown(source) + ": " + first_errors(ended.err + ended.out);
  write_file(stamp, "");
  return "";
}

}  // namespace

bool quotes_can_be_compared() {
  return compiler_below() == "g++" && !base::find_program("g++").empty();
}

Complaints skeleton_complaints(const Course& course, const Lesson& lesson, Slots& slots) {
  Complaints complaints;
  region_complaints(complaints, lesson);
  const fs::path skeleton = lesson.folder / "skeleton.cu";
  LessonVerdict verdict =
      grade_lesson(course, lesson, request_for(lesson, skeleton, Device::kEmulator), slots);
  if (verdict.verdict == Verdict::kDoesNotCompile) {
    complaints.push_back("the skeleton does not compile: " + verdict.message);
    return complaints;
  }
  quote_complaints(complaints, course, lesson, true, as_quoted(course, lesson, verdict, skeleton));
  verdict = with_todos_named(course, lesson, verdict, skeleton);
  for (const CheckVerdict& check : verdict.checks) {
    const CheckSpec* spec = lesson.check(check.name);
    skeleton_check_complaints(complaints, check, spec == nullptr ? "" : spec->todo);
  }
  for (const std::string& todo : lesson.todos) {
    if (!some_check_fails(verdict, lesson, todo))
      complaints.push_back("on the skeleton no check fails for TODO " + todo);
  }
  return complaints;
}

Complaints others_complaints(const Course& course, const Lesson& lesson, Slots& slots,
                             unsigned seeds) {
  Complaints complaints;
  const std::vector<OtherSolution> others = load_others(course, lesson);
  if (others.size() < kFewestOthers)
    complaints.push_back(
        fmt::format("{} solutions of others, at least {} needed", others.size(), kFewestOthers));
  for (const OtherSolution& other : others) {
    const std::string file = course.shown(other.file);
    if (other.idea.empty()) complaints.push_back(file + " does not open with its idea");
    if (!open_todos(other.text).empty()) complaints.push_back(file + " has a TODO left");
    const fs::path whole = whole_file(course, lesson, other);
    GradeRequest request = request_for(lesson, whole, Device::kEmulator);
    request.schedules = schedules_for({.kind = {}, .seed = {}, .seeds = seeds});
    const LessonVerdict verdict = grade_lesson(course, lesson, request, slots);
    if (verdict.verdict == Verdict::kPassed) continue;
    complaints.push_back(file + ":\n" + lesson_report(course, lesson, verdict, whole));
  }
  return complaints;
}

Complaints mistake_complaints(const Course& course, const Lesson& lesson, Slots& slots,
                              Thoroughness thoroughness) {
  std::string reports;
  std::mutex mutex;
  Complaints complaints = of_all_mistakes(course, lesson, slots, [&](const Mistake& mistake) {
    const LessonVerdict verdict =
        verdict_of_all_checks(course, lesson, mistake, thoroughness, slots);
    const fs::path exercise = folder_of(course, lesson, mistake) / lesson.name / "exercise.cu";
    const std::string report = as_quoted(course, lesson, verdict, exercise);
    const std::lock_guard lock(mutex);
    reports += report;
    return mistake_complaint(course, lesson, mistake, verdict);
  });
  quote_complaints(complaints, course, lesson, false, reports);
  return complaints;
}

Complaints seed_complaints(const Course& course, const Lesson& lesson, unsigned seeds,
                           Slots& slots) {
  return of_all_mistakes(course, lesson, slots, [&](const Mistake& mistake) {
    return try_seeds(course, lesson, mistake, seeds, slots);
  });
}

Complaints nvcc_complaints(const Course& course, const Lesson& lesson, bool all) {
  Complaints complaints;
  const auto note = [&](const std::string& complaint) {
    if (!complaint.empty()) complaints.push_back(complaint);
  };
  note(nvcc_complaint(course, lesson, lesson.folder / "skeleton.cu", all));
  note(nvcc_complaint(course, lesson, whole_solution(course, lesson), all));
  if (!all) return complaints;
  for (const OtherSolution& other : load_others(course, lesson)) {
    note(nvcc_complaint(course, lesson, whole_file(course, lesson, other), false));
  }
  return complaints;
}

std::vector<fs::path> gpu_sources(const Course& course, const Lesson& lesson) {
  std::vector<fs::path> sources{whole_solution(course, lesson)};
  for (const OtherSolution& other : load_others(course, lesson)) {
    sources.push_back(whole_file(course, lesson, other));
  }
  sources.push_back(lesson.folder / "skeleton.cu");
  return sources;
}

Complaints gpu_complaints(const Course& course, const Lesson& lesson, Slots& slots) {
  Complaints complaints;
  for (const fs::path& source : gpu_sources(course, lesson)) {
    const LessonVerdict verdict =
        grade_lesson(course, lesson, request_for(lesson, source, Device::kGpu), slots);
    if (source.filename() != "skeleton.cu") {
      // A machine with too few cards tries nothing; why not, its checks say.
      if (verdict.verdict == Verdict::kPassed || verdict.verdict == Verdict::kNotRun) continue;
      complaints.push_back(course.shown(source) + ":\n" +
                           lesson_report(course, lesson, verdict, source));
    } else if (verdict.verdict == Verdict::kPassed || verdict.verdict == Verdict::kDoesNotCompile ||
               verdict.verdict == Verdict::kGraderError) {
      complaints.push_back(fmt::format("the skeleton on the GPU: {} {}",
                                       verdict_words(verdict.verdict), verdict.message));
    }
  }
  return complaints;
}

}  // namespace course
