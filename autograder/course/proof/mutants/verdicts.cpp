// build/mutants/LESSON.json.
#include "course/proof/mutants/verdicts.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "course/judge/build_cache.h"
#include "course/judge/check_program.h"
#include "course/judge/toolchain.h"

namespace course::mutants {

using nlohmann::json;

namespace {

/// Contents, not times: a build that makes the same again leaves all verdicts as they are.
std::string key_around(const Course& course, const Lesson& lesson) {
  ContentHash hash;
  hash.add(toolchain_fingerprint(toolchain_of(course), Device::kEmulator, Look::kContents));
  for (const std::filesystem::path& file :
       {check_program(course, lesson), lesson.folder / "lesson.toml", lesson.folder / "exercise.h",
        lesson.folder.parent_path() / "given.h"}) {
    if (std::filesystem::exists(file)) hash.add_file(file);
  }
  return hash.hex();
}

std::string name_of(const Mutant& mutant) {
  return fmt::format("{}|{}|{}|{}|{}|{}", mutant.file, mutant.change, mutant.line_text, mutant.from,
                     joined_blanks(mutant.to), mutant.occurrence);
}

}  // namespace

Verdicts::Verdicts(const Course& course, const Lesson& lesson)
    : file_(course.build / "mutants" / (lesson.name + ".json")),
      around_(key_around(course, lesson)) {
  if (!std::filesystem::exists(file_)) return;
  try {
    const json all = json::parse(read_file(file_));
    for (const auto& [name, entry] : all.items()) {
      known_[name] = {entry.at("key"),
                      {status_from(entry.at("fate")), entry.at("check"), entry.at("schedule"),
                       entry.at("how"), entry.at("seconds")}};
    }
  } catch (const json::exception&) {
    known_.clear();  // written by another version of this program
  }
}

std::string Verdicts::key(const std::string& text) const {
  ContentHash hash;
  hash.add(around_);
  hash.add(text);
  return hash.hex();
}

std::optional<Outcome> Verdicts::find(const Mutant& mutant, const std::string& text) const {
  const std::lock_guard lock(mutex_);
  const auto known = known_.find(name_of(mutant));
  if (known == known_.end() || known->second.key != key(text)) return std::nullopt;
  return known->second.outcome;
}

std::string Verdicts::likely_check(const Mutant& mutant) const {
  const std::lock_guard lock(mutex_);
  const auto known = known_.find(name_of(mutant));
  return known == known_.end() ? "" : known->second.outcome.check;
}

void Verdicts::keep(const Mutant& mutant, const std::string& text, const Outcome& outcome) {
  if (outcome.status == MutantStatus::kNotJudged) return;
  const std::lock_guard lock(mutex_);
  known_[name_of(mutant)] = {key(text), outcome};
}

void Verdicts::save() const {
  const std::lock_guard lock(mutex_);
  json all = json::object();
  for (const auto& [name, known] : known_) {
    const Outcome& outcome = known.outcome;
    all[name] = {{"key", known.key},       {"fate", status_name(outcome.status)},
                 {"check", outcome.check}, {"schedule", outcome.schedule},
                 {"how", outcome.how},     {"seconds", outcome.seconds}};
  }
  write_file(file_, all.dump(1, ' ', false, json::error_handler_t::replace));
}

}  // namespace course::mutants
