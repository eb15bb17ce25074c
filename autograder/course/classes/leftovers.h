// What a killed grader leaves on the machine: folders and control groups that carry its process
// number. The next one removes them.
#pragma once

#include <filesystem>
#include <string>

namespace course {

/// "course-grade-NAMESPACE-PROCESS-", with our own numbers: how such things' names begin.
std::string name_with_our_number();

/// Removes folders of that kind directly below `place` that are ours and whose process is dead.
/// `remove` does it. Never throws.
void remove_leftovers(const std::filesystem::path& place,
                      void (*remove)(const std::filesystem::path& folder));

}  // namespace course
