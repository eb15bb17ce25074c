// Lesson by lesson: try, count, print.
#include "course/proof/mutants/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "course/lesson/lesson_names.h"
#include "course/proof/mutants/lesson_mutants.h"
#include "course/proof/mutants/table.h"
#include "course/screen/json.h"

namespace course::mutants {

namespace {

using nlohmann::ordered_json;

constexpr const char* kColumns = "{:<32} {:>7} {:>11} {:>9} {:>10} {:>7} {:>8} {:>8}\n";

void print_head() {
  fmt::print(kColumns, "lesson", "changes", "not compiled", "same code", "equivalent", "killed",
             "survived", "score");
}

void print_counts(const std::string& lesson, const Counts& counts) {
  fmt::print(kColumns, lesson, counts.changes, counts.not_compiled, counts.same_code,
             counts.equivalent, counts.killed, counts.survived,
             fmt::format("{:.1f} %", 100 * counts.score()));
}

void print_survivor(const Course& course, const LessonMutants& all, const MutantOptions& options,
                    const Judged& judged) {
  const Mutant& mutant = judged.mutant;
  const std::string file = course.shown(all.files.at(mutant.file));
  fmt::print("  {}:{}: {}: {}\n", file, mutant.line, mutant.change, mutant.shown());
  fmt::print("      {}\n",
             judged.entry == nullptr ? mutant.line_text : "known: " + judged.entry->reason);
  if (options.shows_diffs) fmt::print("{}\n", diff_of(all.texts.at(mutant.file), mutant, file));
  if (options.shows_entries && judged.entry == nullptr) fmt::print("{}\n", entry_for(mutant));
}

ordered_json to_json(const Judged& judged) {
  const Mutant& mutant = judged.mutant;
  return {{"file", mutant.file},
          {"line", mutant.line},
          {"operator", mutant.change},
          {"from", mutant.from},
          {"to", joined_blanks(mutant.to)},
          {"fate", status_name(judged.outcome.status)},
          {"check", judged.outcome.check},
          {"schedule", judged.outcome.schedule},
          {"seeds", judged.outcome.seeds},
          {"how", judged.outcome.how},
          {"seconds", judged.outcome.seconds},
          {"reason", judged.entry == nullptr ? "" : judged.entry->reason}};
}

/// The lesson's own and those of the options.
std::vector<Mutant> chosen(const Lesson& lesson, const LessonMutants& all,
                           const MutantOptions& options) {
  LessonMutants asked_for = all;
  std::erase_if(asked_for.mutants, [&](const Mutant& mutant) {
    return mutant.file.find(options.file) == std::string::npos;
  });
  return options.sample > 0 ? sample_of(lesson, asked_for, options.sample) : asked_for.mutants;
}

TryOptions try_options(const Lesson& lesson, std::size_t count, const MutantOptions& asked) {
  TryOptions options;
  options.jobs = asked.jobs;
  options.every_seed = asked.every_seed;
  if (isatty(STDERR_FILENO) == 0) return options;
  options.on_progress = [&lesson, count](std::size_t done) {
    fmt::print(stderr, "\r{} {}/{}{}", lesson.name, done, count, done == count ? "\r\033[K" : "");
  };
  return options;
}

void list_mutants(const Course& course, const LessonMutants& all,
                  const std::vector<Mutant>& mutants) {
  for (const Mutant& mutant : mutants) {
    fmt::print("{}:{}: {}: {}\n", course.shown(all.files.at(mutant.file)), mutant.line,
               mutant.change, mutant.shown());
  }
}

bool is_unknown_survivor(const Judged& judged) {
  return judged.outcome.status == MutantStatus::kSurvived && judged.entry == nullptr;
}

bool counts_as_survivor(const Judged& judged) {
  return judged.outcome.status == MutantStatus::kSurvived &&
         (judged.entry == nullptr || !judged.entry->is_equivalent);
}

struct LessonRun {
  std::vector<Judged> judged;
  Counts counts;
  bool is_counted = false;  ///< else a solution does not pass
  std::vector<std::string> complaints;
};

LessonRun run_lesson(const Course& course, const Lesson& lesson, const LessonMutants& all,
                     const std::vector<Mutant>& mutants, const MutantOptions& options) {
  LessonRun run;
  const std::string toml = course.shown(accepted_mutants_file(course, lesson));
  run.complaints = all.stale_entries(toml);
  try {
    run.judged =
        try_mutants(course, lesson, all, mutants, try_options(lesson, mutants.size(), options));
  } catch (const std::exception& error) {
    run.complaints.emplace_back(error.what());  // and on with the next lesson
    return run;
  }
  run.counts = counts_of(run.judged);
  run.is_counted = true;
  for (const std::string& more : judged_complaints(toml, all, run.judged)) {
    run.complaints.push_back(more);
  }
  return run;
}

ordered_json to_json(const Lesson& lesson, const LessonRun& run) {
  ordered_json entries = ordered_json::array();
  for (const Judged& one : run.judged) entries.push_back(to_json(one));
  return {{"lesson", lesson.name},
          {"score", run.counts.score()},
          {"complaints", run.complaints},
          {"mutants", entries}};
}

void print_run(const Course& course, const Lesson& lesson, const LessonMutants& all,
               const MutantOptions& options, const LessonRun& run) {
  if (run.is_counted) {
    print_counts(lesson.name, run.counts);
  } else {
    fmt::print("{:<32} not tried\n", lesson.name);
  }
  for (const Judged& one : run.judged) {
    if (counts_as_survivor(one)) print_survivor(course, all, options, one);
  }
  for (const std::string& complaint : run.complaints) fmt::print("  {}\n", complaint);
  std::fflush(stdout);
}

}  // namespace

int run_mutants(const Course& course, const MutantOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  std::map<std::string, Counts> counts;
  ordered_json document = ordered_json::array();
  bool is_good = true;
  if (!options.json && !options.lists) print_head();
  for (const Lesson& lesson : find_lessons(lessons, options.lessons)) {
    const LessonMutants all = mutants_of(course, lesson);
    const std::vector<Mutant> mutants = chosen(lesson, all, options);
    if (options.lists) {
      list_mutants(course, all, mutants);
      continue;
    }
    const LessonRun run = run_lesson(course, lesson, all, mutants, options);
    if (run.is_counted) counts.merge(counts_by_row(lesson, all, run.judged));
    is_good = is_good && run.complaints.empty() && run.counts.score() >= kLowestScore;
    if (options.json) {
      document.push_back(to_json(lesson, run));
    } else {
      print_run(course, lesson, all, options, run);
    }
  }
  if (options.json) print_json({{"lessons", document}});
  if (!options.table.empty()) {
    std::vector<std::string> names;
    for (const Lesson& lesson : lessons) names.push_back(lesson.name);
    write_table(options.table, names, counts);
  }
  return is_good ? 0 : 1;
}

std::vector<std::string> mutant_complaints(const Course& course, const Lesson& lesson,
                                           std::size_t sample, unsigned jobs) {
  const LessonMutants all = mutants_of(course, lesson);
  const std::string toml = course.shown(accepted_mutants_file(course, lesson));
  const auto table = course.root / "docs" / "mutants.md";
  std::vector<std::string> complaints = all.stale_entries(toml);
  std::vector<Judged> judged;
  if (sample > 0) {
    judged = try_mutants(course, lesson, all,
                         sample_of(lesson, in_table(table, lesson.name, all), sample),
                         TryOptions{.jobs = jobs, .stop = {}, .on_progress = {}});
  }
  for (const std::string& more : judged_complaints(toml, all, judged)) complaints.push_back(more);
  for (const Judged& one : judged) {
    if (!is_unknown_survivor(one)) continue;
    complaints.push_back(fmt::format("no check fails on this mutant, and {} has no reason:\n{}",
                                     toml,
                                     diff_of(all.texts.at(one.mutant.file), one.mutant,
                                             course.shown(all.files.at(one.mutant.file)))));
  }
  const std::string out_of_date = table_complaint(table, lesson.name, all);
  if (!out_of_date.empty()) complaints.push_back(out_of_date);
  return complaints;
}

}  // namespace course::mutants
