// That a compiler has read the course's code between a student's regions, and nothing of theirs
// that gives it another meaning: asked of the tokens that the preprocessor has left of both texts,
// in which no macro, comment or joined line hides anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/given/code.h"

namespace course {

/// What `emucc --own-tokens` has written (toolchain/own_tokens.h); a directive is one token. Throws
/// std::runtime_error for anything else.
std::vector<Token> read_tokens(const std::string& list);

/// Why an exercise is not the skeleton's code with a student's regions and declarations in it. Both
/// texts have the markers of in_given_code(). `headers`: given code that the skeleton includes; its
/// templates find functions that stand behind them (argument-dependent lookup).
std::optional<Refusal> why_not_given(const std::vector<Token>& skeleton,
                                     const std::vector<Token>& exercise,
                                     const std::vector<Token>& headers = {});

}  // namespace course
