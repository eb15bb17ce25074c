// One translation unit as the passes see it: tokens, partners of brackets, template arguments.
//
// Token indices are the currency of all passes. Index 0 and the last index are empty end tokens;
// any index beyond stands for the last, so that looking back and ahead is always allowed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "translator/text/tokens.h"

namespace emu::translator {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

class Unit {
 public:
  Unit(std::string_view text, const IsUserFile& is_user_file);

  std::string_view text() const { return text_; }
  std::size_t size() const { return list_.tokens.size(); }
  const Token& operator[](std::size_t i) const { return list_.tokens[std::min(i, size() - 1)]; }
  bool is(std::size_t i, std::string_view wanted) const { return (*this)[i].is(wanted); }
  const std::vector<Directive>& directives() const { return list_.directives; }
  const Sources& sources() const { return list_; }
  const std::string& file_of(const Token& token) const { return list_.files[token.at.file]; }
  const std::string& file(std::uint32_t index) const { return list_.files[index]; }
  /// Offset of the token in the text.
  std::size_t begin_of(std::size_t i) const;
  std::size_t end_of(std::size_t i) const { return begin_of(i) + (*this)[i].text.size(); }

  /// The bracket that closes or opens the one at `i`; `kNone` when there is none.
  std::size_t partner(std::size_t i) const { return i < size() ? partners_[i] : kNone; }
  bool opens(std::size_t i) const { return is(i, "(") || is(i, "[") || is(i, "{"); }
  bool closes(std::size_t i) const { return is(i, ")") || is(i, "]") || is(i, "}"); }
  /// The token after the one at `i`, or after the group that it opens.
  std::size_t after_group(std::size_t i) const;

  /// The `>` that ends the template arguments opened by the `<` at `i`; `kNone` when `<` can only
  /// be an operator.
  std::size_t template_end(std::size_t i) const;
  /// The `<` that opens the template arguments ended by the `>` at `i`.
  std::size_t template_begin(std::size_t i) const;
  /// `[[…]]` starts or ends at `i`.
  bool starts_attribute(std::size_t i) const;
  bool ends_attribute(std::size_t i) const;

  /// The text of tokens `first` to before `last`, with single blanks in place of what is between.
  std::string words(std::size_t first, std::size_t last) const;

 private:
  void find_partners();

  std::string_view text_;
  TokenList list_;
  std::vector<std::size_t> partners_;
};

/// A keyword that can stand before an expression or a statement, so that an identifier after it is
/// not a declaration's name and `<<<` or `(` after it is not a call.
bool is_statement_keyword(const Token& token);

/// A word that looks like a function's name before its parentheses, but is none:
/// `__attribute__((…))`, `alignas(…)`, `decltype(…)`, `__launch_bounds__(…)` and their kind.
bool takes_parentheses(const Token& token);

}  // namespace emu::translator
