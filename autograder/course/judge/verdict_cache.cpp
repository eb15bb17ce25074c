// build/verdicts/LESSON.json: the key it holds for, and the verdict.
#include "course/judge/verdict_cache.h"

#include <nlohmann/json.hpp>

#include "course/judge/build_cache.h"
#include "course/judge/check_program.h"

namespace course {

using nlohmann::ordered_json;

namespace {

bool repeatable(Verdict verdict) {
  return verdict == Verdict::kPassed || verdict == Verdict::kFailed ||
         verdict == Verdict::kDoesNotCompile || verdict == Verdict::kDoesNotLoad ||
         verdict == Verdict::kCrashed || verdict == Verdict::kExitedEarly;
}

}  // namespace

std::filesystem::path VerdictCache::file(const Lesson& lesson) const {
  return course_.build / "verdicts" / (lesson.name + ".json");
}

std::string VerdictCache::key(const Lesson& lesson) const {
  ContentHash hash;
  hash.add(exercise_key(course_, lesson, lesson.folder / "exercise.cu", Device::kEmulator));
  hash.add_file(lesson.folder / "lesson.toml");
  hash.add_stat(check_program_path(course_, lesson));
  return hash.hex();
}

std::optional<LessonVerdict> VerdictCache::find(const Lesson& lesson) const {
  if (!std::filesystem::exists(file(lesson))) return std::nullopt;
  try {
    const ordered_json json = ordered_json::parse(read_file(file(lesson)));
    if (json.at("key") != key(lesson)) return std::nullopt;
    return lesson_verdict_from(json.at("verdict"));
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;  // written by another version of this program
  }
}

void VerdictCache::keep(const Lesson& lesson, const LessonVerdict& verdict) const {
  if (!repeatable(verdict.verdict)) return;
  const ordered_json json{{"key", key(lesson)}, {"verdict", to_json(verdict)}};
  write_file(file(lesson), json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

}  // namespace course
