// docs/mutants.md: a row for each lesson, written by the last full run. A test compares what can be
// had without running anything: the lessons, their numbers of mutants, and the entries of
// mutants.toml.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/mutants/lesson_mutants.h"

namespace grader::mutants {

/// Puts these lessons' rows into the file's table; other rows stay, of lessons that there are.
/// Makes the file when there is none.
void write_table(const std::filesystem::path& file, const std::vector<std::string>& lessons,
                 const std::map<std::string, Counts>& counts);

/// What the row of `lesson` says otherwise than its solutions: a sentence, or none.
std::string table_complaint(const std::filesystem::path& file, const std::string& lesson,
                            std::size_t changes);

}  // namespace grader::mutants
