// A stretch of given code that a student has changed, with what is the student's own in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/given/items.h"
#include "course/given/stretches.h"

namespace course {

/// A stretch and its code.
struct ItemsOfStretch {
  const Stretch& stretch;
  const std::vector<Item>& items;
};

struct WithAdditions {
  std::string text;
  std::size_t line = 0;  ///< of the student's text, where it first differs
};

/// The given declarations, and between them those that the student has added: whatever is no given
/// one under a given name. Lines stay where they are as far as they fit. Nothing where declarations
/// share a line.
std::optional<WithAdditions> with_additions(const ItemsOfStretch& given, const ItemsOfStretch& own);

}  // namespace course
