// The brace that a student forgot, found in the exercise's own text.
//
// A compiler notices a missing brace only where the file stops making sense, often far below, in
// code that was given. But each region between `// begin: NAME` and `// end: NAME` closes what it
// opens, so the region at fault, and its brace, are easily told.
#pragma once

#include <optional>
#include <string>

#include "course/given/syntax.h"

namespace course {

struct LooseBrace {
  std::string region;
  int line = 0;    ///< of the brace
  int column = 0;  ///< from 1
  char brace = '{';
};

/// The first brace of a region, one of (){}[], that has no other of its kind there.
std::optional<LooseBrace> loose_brace(const std::string& exercise);

/// The same of any tokens; null where each has its other.
const Token* loose_token(Tokens tokens);

}  // namespace course
