// Reads what follows each word `namespace`.
#include "course/given/own_namespaces.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace course {

namespace {

bool is_librarys(std::string_view name) {
  return name.starts_with("_") || is_one_of(name, {"std", "cuda", "cooperative_groups", "nvcuda",
                                                   "emu", "types", "thrust", "cub", "abi"});
}

class Namespaces {
 public:
  explicit Namespaces(Tokens tokens) : tokens_(tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (text(i) == "namespace") read(i);
    while (aliases_of_opened()) {
    }
  }

  Names closed() const {
    Names closed;
    for (const std::string& name : looked_into_)
      if (opened_.contains(name)) return closed;
    std::ranges::set_difference(opened_, open_, std::inserter(closed, closed.end()));
    return closed;
  }

 private:
  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].text) : std::string_view();
  }

  void read(std::size_t word) {
    const std::string_view before = word > 0 ? text(word - 1) : "";
    std::size_t i = word + 1;
    Names names;
    const bool is_odd = !is_name_at(i) || before == "inline";
    for (; i < tokens_.size() && !is_one_of(text(i), {"{", ";", "="}); ++i)
      if (is_name_at(i)) names.emplace(text(i));
    if (before == "using") return looked_into_.merge(names);
    if (text(i) == "=") return alias(std::string(text(word + 1)), i);
    opened_.insert(names.begin(), names.end());
    if (is_odd || has_types(i, after_group(tokens_, i))) open_.merge(names);
  }
  bool is_name_at(std::size_t i) const { return i < tokens_.size() && is_name(tokens_[i]); }

  void alias(const std::string& name, std::size_t i) {
    for (; i < tokens_.size() && text(i) != ";"; ++i)
      if (is_name_at(i)) aliases_[name].emplace(text(i));
  }
  /// Whether one more alias is known to lead to an opened namespace.
  bool aliases_of_opened() {
    for (const auto& [name, names] : aliases_) {
      const bool leads = std::ranges::any_of(
          names, [this](const std::string& one) { return opened_.contains(one); });
      if (!leads || opened_.contains(name)) continue;
      opened_.insert(name);
      open_.insert(name);
      return true;
    }
    return false;
  }

  /// Classes, enumerations, templates of aliases and lambdas.
  bool has_types(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_class_key(text(i)) || text(i) == "using") return true;
      if (text(i) == "[" && !is_subscript(i)) return true;
    }
    return false;
  }
  bool is_subscript(std::size_t i) const {
    const Token& before = tokens_[i - 1];
    return before.text == "]" || (is_name(before) && !begins_expression(before.text));
  }

  Tokens tokens_;
  Names opened_, open_;  // those that students open; of them, those that given code may look into
  Names looked_into_;    // by using-directives
  std::map<std::string, Names> aliases_;
};

}  // namespace

Names closed_namespaces(Tokens exercise, Tokens skeleton) {
  Names closed = Namespaces(exercise).closed();
  for (const Token& token : skeleton) closed.erase(token.text);
  std::erase_if(closed, is_librarys);
  return closed;
}

}  // namespace course
