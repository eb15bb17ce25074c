// Which hints were already given: the next one comes each time, and those of the TODO in question
// come first.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "course/lesson/lesson.h"

namespace course {

class HintState {
 public:
  /// Remembers in `folder`, one file a lesson.
  explicit HintState(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::set<std::size_t> given(const Lesson& lesson) const;
  void remember(const Lesson& lesson, std::size_t hint) const;
  void forget(const Lesson& lesson) const;

 private:
  std::filesystem::path file(const Lesson& lesson) const {
    return folder_ / (lesson.name + ".hints");
  }

  std::filesystem::path folder_;
};

/// The first hint not given yet that is for `todo` or, failing that, for the whole lesson.
/// With no TODO in question, the first not given of all. Nothing when none is left.
std::optional<std::size_t> next_hint(const Lesson& lesson, const std::string& todo,
                                     const std::set<std::size_t>& given);

}  // namespace course
