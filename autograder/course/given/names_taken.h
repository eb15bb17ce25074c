// Names of given code to which a student's text gives another meaning: then it would be the
// course's in its letters only.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "course/given/stretches.h"

namespace course {

struct Odd {
  const Token* token = nullptr;  ///< of the tokens that were looked at
  std::string words;             ///< a sentence
};

/// A directive with which a text can change what others mean, whatever it names.
std::optional<Odd> odd_directive(const std::vector<Token>& tokens);

/// The names that `tokens` declare where they stand, and in namespaces and linkage blocks there;
/// not what is declared inside of other braces.
std::vector<const Token*> declared_names(const std::vector<Token>& tokens);

/// Names as the skeleton's given code and the course's headers have them.
class GivenNames {
 public:
  GivenNames(const Stretches& skeleton, const std::string& headers);

  std::optional<Odd> taken_at_file_scope(const std::vector<Token>& tokens) const;
  /// Of the region all[i]; `depth`: braces open around it. In a function the names count that given
  /// code has behind the region.
  std::optional<Odd> taken_in_region(std::size_t i, const std::vector<Token>& tokens,
                                     int depth) const;

 private:
  using Names = std::set<std::string, std::less<>>;

  void add_given(const std::vector<Token>& tokens);
  std::optional<Odd> taken(const std::vector<Token>& tokens, const Names& names) const;
  Names behind(std::size_t i, int depth) const;

  const Stretches& skeleton_;
  Names all_;            // no macro may have one of these
  Names at_file_scope_;  // what given code calls, launches or takes as a template
};

}  // namespace course
