// The same looks as where a class is graded (classes/judged_text.h), at the student's own risk.
#include "course/judge/class_note.h"

#include <fmt/format.h>

#include "base/process.h"
#include "base/temporary_folder.h"
#include "course/given/compiled_code.h"
#include "course/given/lesson_code.h"
#include "course/judge/build_cache.h"
#include "course/judge/toolchain.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// Empty where it does not compile.
std::string tokens_of(const Course& course, const Lesson& lesson, const std::string& exercise) {
  const base::TemporaryFolder folder;
  const fs::path source = folder.path() / "exercise.cu", tokens = folder.path() / "tokens";
  write_file(source, in_given_code(skeleton_of(lesson), exercise).text);
  std::vector<std::string> words = compile_command(
      course.emucc, Device::kEmulator, {lesson.folder, source, folder.path() / "translated"});
  words.insert(words.end(), {"--translate", "--own-tokens", tokens});
  base::run_process({words});
  return fs::exists(tokens) ? read_file(tokens) : "";
}

std::string tokens_of_skeleton(const Course& course, const Lesson& lesson) {
  ContentHash hash;
  hash.add(skeleton_of(lesson));
  hash.add_stat(course.emucc);
  const fs::path kept = course.build / "skeletons" / (lesson.name + "." + hash.hex());
  if (!fs::exists(kept)) write_file(kept, tokens_of(course, lesson, skeleton_of(lesson)));
  return read_file(kept);
}

std::string why_not_compiled(const Course& course, const Lesson& lesson,
                             const std::string& exercise) {
  const std::string skeleton = tokens_of_skeleton(course, lesson);
  const std::string own = tokens_of(course, lesson, exercise);
  if (skeleton.empty() || own.empty()) return "";
  const auto refusal =
      why_not_given(read_tokens(skeleton), read_tokens(own), given_header_of(lesson));
  return refusal ? fmt::format("line {}: {}", refusal->line, refusal->words) : "";
}

}  // namespace

std::string note_for_class(const Course& course, const Lesson& lesson, const fs::path& exercise,
                           bool thoroughly) {
  if (!has_given_code(lesson)) return "";
  const std::string text = read_file(exercise);
  const InGivenCode found = in_given_code(skeleton_of(lesson), text);
  std::string refusal;
  if (!found.refusal.empty()) refusal = fmt::format("line {}: {}", found.line, found.refusal);
  if (refusal.empty() && thoroughly) refusal = why_not_compiled(course, lesson, text);
  if (!refusal.empty()) return refusal + "; so in a class this would get no points";
  return found.changed_line > 0 ? words_about_change(found) : "";
}

}  // namespace course
