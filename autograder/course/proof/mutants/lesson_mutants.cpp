// From a lesson's folder to judged mutants.
#include "course/proof/mutants/lesson_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <tuple>

#include "course/judge/build_cache.h"
#include "course/judge/grading.h"
#include "course/lesson/others.h"
#include "course/lesson/solution.h"
#include "course/proof/mutants/operators.h"
#include "course/proof/mutants/verdicts.h"

namespace course::mutants {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kSaveEvery = 20;  // mutants

/// A line with its neighbors, without what is blank.
std::string surroundings(const std::vector<std::string>& lines, std::size_t number) {
  std::string text = lines[number - 1];
  for (std::size_t i = number - 1; i-- > 0;) {
    if (lines[i].empty()) continue;
    text = lines[i] + "\n" + text;
    break;
  }
  for (std::size_t i = number; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    text += "\n" + lines[i];
    break;
  }
  return text;
}

std::vector<std::string> lines_without_blanks(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(joined_blanks(line));
  return lines;
}

/// Collects mutants, each in the same surroundings once.
class Collection {
 public:
  void add(LessonMutants& all, const std::string& file, const fs::path& whole) {
    const std::string text = read_file(whole);
    const std::vector<std::string> lines = lines_without_blanks(text);
    std::set<Key> here;
    for (const Mutant& mutant : find_mutants(text, file)) {
      const Key key{mutant.change, surroundings(lines, mutant.line), mutant.from,
                    joined_blanks(mutant.to)};
      if (known_.contains(key)) continue;
      here.insert(key);
      all.mutants.push_back(mutant);
    }
    known_.merge(here);
    all.texts[file] = text;
    all.files[file] = whole;
  }

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string>;
  std::set<Key> known_;
};

std::string hash_of(const std::string& text) {
  ContentHash hash;
  hash.add(text);
  return hash.hex();
}

/// The compiled solutions, made when the first mutant of each is tried.
class Trials {
 public:
  Trials(const Course& course, const Lesson& lesson, const LessonMutants& all, std::stop_token stop)
      : course_(course), lesson_(lesson), all_(all), stop_(std::move(stop)) {}

  Trial& of(const std::string& file) {
    const std::lock_guard lock(mutex_);
    if (const auto bad = bad_.find(file); bad != bad_.end()) throw std::runtime_error(bad->second);
    std::unique_ptr<Trial>& trial = trials_[file];
    if (trial != nullptr) return *trial;
    try {
      trial = std::make_unique<Trial>(course_, lesson_, all_.texts.at(file), stop_);
    } catch (const std::exception& error) {
      bad_[file] = fmt::format("solutions/{}/{}: {}", lesson_.name, file, error.what());
      throw std::runtime_error(bad_[file]);
    }
    return *trial;
  }

 private:
  const Course& course_;
  const Lesson& lesson_;
  const LessonMutants& all_;
  std::stop_token stop_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Trial>> trials_;
  std::map<std::string, std::string> bad_;  ///< solutions that do not pass, and why
};

}  // namespace

std::vector<std::string> LessonMutants::stale_entries(const fs::path& toml) const {
  std::vector<std::string> complaints;
  const auto note = [&](const AcceptedMutant& entry, const std::string& line) {
    complaints.push_back(fmt::format("{}:{}: this entry is stale: {} has no such mutant ({}: {})",
                                     toml.string(), entry.toml_line, entry.file, entry.change,
                                     line));
  };
  for (const AcceptedMutant& entry : accepted) {
    std::set<std::string> lines;  // on which it holds
    for (const Mutant& mutant : mutants) {
      if (entry.holds_for(mutant)) lines.insert(mutant.line_text);
    }
    if (lines.empty()) note(entry, entry.lines.empty() ? "any line" : entry.lines[0]);
    if (lines.empty()) continue;
    for (const std::string& line : entry.lines) {
      if (!lines.contains(line)) note(entry, line);
    }
  }
  return complaints;
}

fs::path accepted_mutants_file(const Course& course, const Lesson& lesson) {
  return course.solutions() / lesson.name / "mutants.toml";
}

LessonMutants mutants_of(const Course& course, const Lesson& lesson) {
  LessonMutants all;
  Collection collection;
  collection.add(all, "exercise.cu", whole_solution(course, lesson));
  for (const OtherSolution& other : load_others(course, lesson)) {
    collection.add(all, "others/" + other.name + ".cu", whole_file(course, lesson, other));
  }
  all.accepted = load_accepted(accepted_mutants_file(course, lesson));
  return all;
}

std::vector<Mutant> sample_of(const Lesson& lesson, const LessonMutants& all, std::size_t count) {
  // By operator, operators and mutants in an order that differs from lesson to lesson.
  std::map<std::string, std::map<std::string, Mutant>> by_change;
  for (std::size_t i = 0; i < all.mutants.size(); ++i) {
    const Mutant& mutant = all.mutants[i];
    if (accepted_as(all.accepted, mutant) != nullptr) continue;
    const std::string order =
        hash_of(fmt::format("{}|{}|{}|{}|{}|{}", mutant.file, mutant.change, mutant.line_text,
                            mutant.from, joined_blanks(mutant.to), mutant.occurrence));
    by_change[hash_of(lesson.name + mutant.change)].emplace(order, mutant);
  }
  std::vector<Mutant> sample;
  for (bool found = true; found && sample.size() < count;) {
    found = false;
    for (auto& [change, mutants] : by_change) {
      if (mutants.empty() || sample.size() >= count) continue;
      sample.push_back(mutants.begin()->second);
      mutants.erase(mutants.begin());
      found = true;
    }
  }
  return sample;
}

double Counts::score() const {
  const std::size_t wrong = killed + survived;
  return wrong == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(wrong);
}

Counts counts_of(const std::vector<Judged>& judged) {
  Counts counts;
  for (const auto& [mutant, outcome, entry] : judged) {
    ++counts.changes;
    const bool is_equivalent = entry != nullptr && entry->is_equivalent;
    switch (outcome.status) {
      case MutantStatus::kKilled:
        ++counts.killed;
        break;
      case MutantStatus::kDoesNotCompile:
        ++counts.not_compiled;
        break;
      case MutantStatus::kSameCode:
        ++counts.same_code;
        break;
      case MutantStatus::kSurvived:
        ++(is_equivalent ? counts.equivalent : counts.survived);
        break;
      case MutantStatus::kNotJudged:
        ++counts.not_judged;
        break;
    }
  }
  return counts;
}

std::vector<Judged> try_mutants(const Course& course, const Lesson& lesson,
                                const LessonMutants& all, const std::vector<Mutant>& mutants,
                                const TryOptions& options) {
  Verdicts verdicts(course, lesson);
  Trials trials(course, lesson, all, options.stop);
  std::vector<Judged> judged(mutants.size());
  std::mutex mutex;
  std::size_t done = 0;
  in_parallel(mutants.size(), options.jobs, [&](std::size_t i) {
    if (options.stop.stop_requested()) return;
    const Mutant& mutant = mutants[i];
    const std::string text = mutated(all.texts.at(mutant.file), mutant);
    std::optional<Outcome> outcome;
    if (!options.every_seed) outcome = verdicts.find(mutant, text);
    if (!outcome) {
      const bool is_accepted = accepted_as(all.accepted, mutant) != nullptr;
      outcome = trials.of(mutant.file)
                    .of(text, {mutant.line, verdicts.likely_check(mutant), is_accepted,
                               options.every_seed});
      verdicts.keep(mutant, text, *outcome);
    }
    judged[i] = {mutant, *outcome, accepted_as(all.accepted, mutant)};
    const std::lock_guard lock(mutex);
    if (++done % kSaveEvery == 0) verdicts.save();
    if (options.on_progress) options.on_progress(done);
  });
  verdicts.save();
  return judged;
}

std::vector<std::string> judged_complaints(const fs::path& toml, const LessonMutants& all,
                                           const std::vector<Judged>& judged) {
  std::vector<std::string> complaints;
  for (const AcceptedMutant& entry : all.accepted) {
    const Judged* caught = nullptr;
    const auto known = std::ranges::count_if(all.mutants, [&](const Mutant& mutant) {
      return accepted_as(all.accepted, mutant) == &entry;
    });
    std::ptrdiff_t tried = 0;
    bool holds = false;
    for (const Judged& one : judged) {
      if (one.entry != &entry) continue;
      ++tried;
      if (one.outcome.status == MutantStatus::kKilled) caught = &one;
      if (one.outcome.status == MutantStatus::kSurvived) holds = true;
    }
    if (tried == 0 || tried < known || holds) continue;
    complaints.push_back(fmt::format(
        "{}:{}: this entry is not needed: {}", toml.string(), entry.toml_line,
        caught == nullptr ? "its mutants do not compile, or are the same code as the solution"
                          : "the check " + caught->outcome.check + " catches its mutants"));
  }
  for (const Judged& one : judged) {
    if (one.outcome.status != MutantStatus::kNotJudged) continue;
    complaints.push_back(fmt::format("{}:{}: {} ({}) could not be judged: {}", one.mutant.file,
                                     one.mutant.line, one.mutant.change, one.mutant.shown(),
                                     one.outcome.how));
  }
  return complaints;
}

}  // namespace course::mutants
