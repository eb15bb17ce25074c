// What a killed grader leaves on the machine: folders and control groups that carry its process
// number. The next one removes them.
#pragma once

#include <filesystem>
#include <string>

namespace course {

/// "course-grade-NAMESPACE-PROCESS-", with our own numbers: how such things' names begin.
std::string name_with_our_number();

/// Whether a folder of this name, in /tmp, is a grader's, dead or alive, in whatever namespace.
bool is_a_graders(const std::filesystem::path& folder);

/// Where a grader's folder has what its slot of this number needs; the slot's own folder is in
/// there.
std::filesystem::path slot_of(const std::filesystem::path& folder, int slot);

/// Removes folders of that kind directly below `place` that are ours and whose process is dead.
/// `remove` does it. Never throws.
void remove_leftovers(const std::filesystem::path& place,
                      void (*remove)(const std::filesystem::path& folder));

}  // namespace course
