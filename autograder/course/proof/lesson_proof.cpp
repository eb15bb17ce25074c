// The proofs, one after the other.
#include "course/proof/lesson_proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/process.h"
#include "course/judge/build_cache.h"
#include "course/judge/toolchain.h"
#include "course/lesson/answers.h"
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

bool some_check_fails(const LessonVerdict& verdict, const Lesson& lesson, const std::string& todo) {
  return std::any_of(verdict.checks.begin(), verdict.checks.end(), [&](const CheckVerdict& check) {
    const CheckSpec* spec = lesson.check(check.name);
    return spec != nullptr && spec->todo == todo && check.verdict != Verdict::kPassed;
  });
}

void note_text_of_other(Complaints& complaints, const std::string& file,
                        const OtherSolution& other) {
  if (other.idea.empty()) complaints.push_back(file + " does not open with its idea");
  if (!open_todos(other.text).empty()) complaints.push_back(file + " has a TODO left");
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
  for (const std::string& complaint :
       quote_complaints(course, lesson, true, as_quoted(course, lesson, verdict, skeleton))) {
    complaints.push_back(complaint);
  }
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
                             OthersTried tried) {
  Complaints complaints;
  const std::vector<OtherSolution> others = load_others(course, lesson);
  if (others.size() < kFewestOthers)
    complaints.push_back(
        fmt::format("{} solutions of others, at least {} needed", others.size(), kFewestOthers));
  for (const OtherSolution& other : others) {
    const std::string file = course.shown(other.file);
    note_text_of_other(complaints, file, other);
    if (tried.most == 0) continue;
    --tried.most;
    const fs::path whole = whole_file(course, lesson, other);
    GradeRequest request = request_for(lesson, whole, Device::kEmulator);
    request.schedules = schedules_for({.kind = {}, .seed = {}, .seeds = tried.seeds});
    const LessonVerdict verdict = grade_lesson(course, lesson, request, slots);
    if (verdict.verdict == Verdict::kPassed) continue;
    complaints.push_back(file + ":\n" + lesson_report(course, lesson, verdict, whole));
  }
  return complaints;
}

Complaints nvcc_complaints(const Course& course, const Lesson& lesson, ByNvcc what) {
  const bool all = what == ByNvcc::kAll;
  Complaints complaints;
  const auto note = [&](const std::string& complaint) {
    if (!complaint.empty()) complaints.push_back(complaint);
  };
  note(nvcc_complaint(course, lesson, whole_solution(course, lesson), all));
  if (what == ByNvcc::kSolution) return complaints;
  note(nvcc_complaint(course, lesson, lesson.folder / "skeleton.cu", all));
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
