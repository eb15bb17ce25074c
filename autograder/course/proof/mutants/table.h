// docs/mutants.md: two rows for each lesson, written by the last full run: one of the solution, one
// of the other solutions. A test compares what can be had without running anything: the lessons,
// their numbers of mutants, and the entries of mutants.toml.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/proof/mutants/lesson_mutants.h"

namespace course::mutants {

/// The counts of `judged` by the names of their rows, of a lesson's groups that were tried
/// completely.
std::map<std::string, Counts> counts_by_row(const Lesson& lesson, const LessonMutants& all,
                                            const std::vector<Judged>& judged);

/// Puts these rows into the file's table; other rows stay, of lessons that there are. Makes the
/// file when there is none.
void write_table(const std::filesystem::path& file, const std::vector<std::string>& lessons,
                 const std::map<std::string, Counts>& counts);

/// Without the mutants of other solutions, if the table has no row of them: their survivors
/// have not been looked at yet.
LessonMutants in_table(const std::filesystem::path& file, const std::string& lesson,
                       LessonMutants all);

/// What the rows of `lesson` say otherwise than its solutions: a sentence, or none. A lesson may
/// have no row of its other solutions.
std::string table_complaint(const std::filesystem::path& file, const std::string& lesson,
                            const LessonMutants& all);

}  // namespace course::mutants
