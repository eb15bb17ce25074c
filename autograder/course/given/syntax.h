// Words and groups of C++ that readers of declarations share: which words are no names, and where
// parentheses, braces and the brackets of templates end.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "course/given/code.h"

namespace course {

using Tokens = std::span<const Token>;

bool is_class_key(std::string_view word);

/// Words in front of parentheses that call nothing.
bool is_no_call(std::string_view word);

bool is_keyword(std::string_view word);

/// Words whose parentheses belong to a type: a name may follow.
bool is_part_of_type(std::string_view word);

/// Words behind which a name is used, and not declared.
bool begins_expression(std::string_view word);

bool opens(std::string_view text);
bool closes(std::string_view text);

/// Behind the group that begins at `i`; the end where it has none.
std::size_t after_group(Tokens tokens, std::size_t i);

/// Behind the template's brackets that begin at `i`; i + 1 where it is no such bracket.
std::size_t after_angles(Tokens tokens, std::size_t i);

/// The name that a group may declare, as ((*name)) does; `begin` where it holds anything else.
std::size_t name_in_parentheses(Tokens tokens, std::size_t begin, std::size_t end);

/// What stands between the commas of a call's or a function's parentheses, which begin at `i`. None
/// where that cannot be told for sure: in templates' brackets, `...` and default values.
std::optional<std::size_t> count_in_parentheses(Tokens tokens, std::size_t i);

}  // namespace course
