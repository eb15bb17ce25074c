// Code as declarations, and one stretch of code compared with another in which some are added.
#pragma once

#include <cstddef>
#include <vector>

#include "course/given/code.h"

namespace course {

/// A declaration at file scope, a directive, or what a stretch has of one.
using Item = std::vector<Token>;

/// The stretch's code. `depth` is how many braces are open in front of it; afterwards, behind it.
std::vector<Item> items_of(const std::vector<Token>& tokens, int& depth);

/// Whether it is a whole declaration or a directive that a student may add outside of regions.
bool may_be_added(const Item& item);

struct Compared {
  bool same = false;
  std::size_t line = 0;      ///< where they differ, where they do
  std::vector<Token> added;  ///< what is a student's own
};

/// Whether `own` has the items of `given` in their order, with whole declarations or directives of
/// its own between them at most; includes may stand in any order. `begins_inside`, `ends_inside`:
/// the stretch does so in a function, whose part must be the same. `last_line`: of the stretch.
Compared compared(std::vector<Item> given, std::vector<Item> own, bool begins_inside,
                  bool ends_inside, std::size_t last_line);

}  // namespace course
