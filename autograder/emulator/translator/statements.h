// The statements of a body, as its tokens tell: where they end, what labels are, which braces hold
// some.
#pragma once

#include <cstddef>

#include "translator/text/unit.h"

namespace emu::translator {

/// `for` or `while`.
bool is_loop(const Unit& unit, std::size_t i);

/// `if (…)`, `else`, `do` stand before `i`: the statement there is one without braces.
bool stands_under_a_head(const Unit& unit, std::size_t i);

/// `name:`, where a statement may begin.
bool is_label(const Unit& unit, std::size_t i);

/// `case x:`, `default:` or a label of goto's: the `:`. kNone for what is none of them.
std::size_t end_of_label(const Unit& unit, std::size_t i, std::size_t last);

/// Nothing changes in such a condition but what it looks at, in memory that another thread writes.
bool waits(const Unit& unit, std::size_t first, std::size_t last);

/// The last token of the statement that starts at `i`; kNone when it cannot be told.
std::size_t statement_end(const Unit& unit, std::size_t i, std::size_t last);

/// A `;` stands between these braces, apart from those in braces of their own.
bool has_semicolon(const Unit& unit, std::size_t brace);

bool may_define_class(const Unit& unit, std::size_t brace);

/// An operator, and no bracket.
bool is_operator(const Unit& unit, std::size_t i);

/// The token behind that at `k` of a list; behind all of them where template arguments begin there.
std::size_t next_in_list(const Unit& unit, std::size_t k);

}  // namespace emu::translator
