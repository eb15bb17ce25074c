// Statement by statement: what is declared stands outside of parentheses, braces and initial
// values.
#include "course/given/file_scope.h"

#include <algorithm>

namespace course {

namespace {

/// Among the scopes: a block of linkage, whose names are everywhere the same.
constexpr std::string_view kLinkage = "\"";

class ScopeReader {
 public:
  explicit ScopeReader(Tokens tokens) : tokens_(tokens) {}

  FileScope read() {
    while (at_ < tokens_.size()) statement();
    return std::move(found_);
  }

 private:
  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].text) : std::string_view();
  }
  bool is(std::string_view word) const { return text(at_) == word; }

  void statement() {
    if (is("}") && !scopes_.empty()) scopes_.pop_back();
    if (tokens_[at_].begins_directive || is(";") || is("}")) return void(++at_);
    begin_ = at_;
    names_.clear();
    has_parentheses_ = has_class_ = is_odd_ = has_body_ = has_value_ = false;
    if (is_one_of(text(at_), {"static_assert", "asm", "__asm__", "__asm"})) return skip_to_end();
    while (at_ < tokens_.size() && !is(";") && !is("}")) {
      if (is("{") && opens_scope()) return open_scope();
      part();
      if (has_body_) break;
    }
    const bool ends_here = is(";");
    const bool names_a_class = has_class_ && at_ == begin_ + 2;  // struct Ledger;
    for (const std::size_t name : names_) {
      if (is_of_another_scope(name)) note_scopes(name);
      if (!is_declared(name)) continue;
      const bool prototype = ends_here && (has_parentheses_ || names_a_class) && !has_body_ &&
                             !is_odd_ && !has_value_ && !in_a_namespace();
      found_.declared.push_back(
          {&tokens_[name], prototype, namespace_of(name), parameters_of(name)});
    }
  }

  void part() {
    if (is("{")) return braces();
    if (is("=")) return value();
    if (is("(")) return parentheses();
    if (is("<")) return void(at_ = after_angles(tokens_, at_));
    if (is("[")) return brackets();
    if (is("operator")) return function_of_operator();
    if (is("->")) return type_returned();
    const std::string_view word = text(at_);
    has_class_ = has_class_ || is_class_key(word);
    is_odd_ = is_odd_ || is_one_of(word, {"asm", "__asm__", "__asm", "__attribute__", "__attribute",
                                          "requires"});
    if (is_name(tokens_[at_])) names_.push_back(at_);
    ++at_;
  }

  void open_scope() {
    const bool is_named = text(begin_) == "namespace" && is_name(tokens_[begin_ + 1]);
    scopes_.emplace_back(has_literal(at_) ? kLinkage : is_named ? text(begin_ + 1) : "");
    ++at_;
  }
  bool has_literal(std::size_t end) const {
    for (std::size_t i = begin_; i < end; ++i)
      if (text(i).find('"') != std::string_view::npos) return true;
    return false;
  }
  /// Whether the name is one of C++ alone, and not a kernel's, which checks ask for by its name.
  bool is_ordinary(std::size_t name) const {
    for (std::size_t i = begin_; i < at_; ++i)
      if (text(i) == "__global__") return false;
    return !has_literal(name) && std::ranges::count(scopes_, kLinkage) == 0;
  }

  bool in_a_namespace() const {
    return std::ranges::any_of(scopes_, [](const auto& scope) { return scope != kLinkage; });
  }

  std::string namespace_of(std::size_t name) const {
    return scopes_.empty() || !is_ordinary(name) ? "" : scopes_.front();
  }
  std::optional<std::size_t> parameters_of(std::size_t name) const {
    const bool plain = has_body_ && !is_odd_ && !has_value_ && is_ordinary(name);
    if (!plain || text(name + 1) != "(") return std::nullopt;
    return count_in_parentheses(tokens_, name + 1);
  }

  /// A namespace, or extern "C": what stands in it counts.
  bool opens_scope() const {
    if (has_parentheses_ || has_value_ || has_class_) return false;
    for (std::size_t i = begin_; i < at_; ++i)
      if (text(i) == "namespace") return true;
    return has_literal(at_);
  }

  void braces() {
    const std::size_t end = after_group(tokens_, at_);
    const bool is_class = has_class_ && !has_parentheses_ && !has_value_;
    if (is_class) friends(at_, end);
    if (is_class && end > at_ + 1) found_.class_bodies.emplace_back(at_ + 1, end - 1);
    has_class_ = false;  // a name behind it is a variable's
    at_ = end;
    has_body_ = !is_class && has_parentheses_;
  }
  void friends(std::size_t i, std::size_t end) {
    bool is_friend = false;
    for (; i < end; ++i) {
      if (text(i) == "friend") is_friend = true;
      if (is_one_of(text(i), {";", "{"})) is_friend = false;
      if (!is_friend) continue;
      if (text(i + 1) == "(" && is_name(tokens_[i])) add_friend(i);
      if (text(i) != "(") continue;
      const std::size_t behind = after_group(tokens_, i),
                        name = name_in_parentheses(tokens_, i, behind);
      if (name != i && text(behind) == "(") add_friend(name);  // friend int (name)(…)
    }
  }

  void add_friend(std::size_t name) {
    found_.declared.push_back({&tokens_[name], false, "", std::nullopt});
  }

  void value() {
    has_value_ = true;
    while (at_ < tokens_.size() && !is(",") && !is(";") && !is("}"))
      at_ = opens(text(at_)) ? after_group(tokens_, at_) : at_ + 1;
  }

  /// Of a declarator, as in int ((*name))(…), or of parameters.
  void parentheses() {
    const std::size_t end = after_group(tokens_, at_);
    const std::size_t name = name_in_parentheses(tokens_, at_, end);
    if (name != at_ && is_one_of(text(end), {"(", "=", "["})) names_.push_back(name);
    has_parentheses_ = true;
    at_ = end;
  }

  void brackets() {
    const bool attribute = text(at_ + 1) == "[";
    const std::size_t end = after_group(tokens_, at_);
    is_odd_ = is_odd_ || attribute;
    bool binds = false;  // auto [a, b] = …
    for (std::size_t i = begin_; i < at_; ++i) binds = binds || text(i) == "auto";
    for (std::size_t i = at_; binds && !attribute && i < end; ++i)
      if (is_name(tokens_[i])) names_.push_back(i);
    at_ = end;
  }

  void type_returned() {
    while (at_ < tokens_.size() && !is("{") && !is(";") && !is("=")) at_ += 1;
  }

  void function_of_operator() {
    const Token* const word = &tokens_[at_++];
    if (is("(")) at_ += 2;
    while (at_ < tokens_.size() && !is("(") && !is(";")) ++at_;
    found_.operators.emplace_back(word, at_);
  }

  bool is_declared(std::size_t i) const {
    const std::string_view before = i > begin_ ? text(i - 1) : "", behind = text(i + 1);
    if (is_no_call(text(i)) || is_one_of(text(i), {"const", "auto", "volatile"})) return false;
    if (text(begin_) == "using" && scopes_.empty() && is_of_std(i)) return false;
    if (text(begin_) == "using")
      return text(begin_ + 1) != "namespace" && is_one_of(behind, {";", ",", "="});
    if (before == "::" || before == "~") return false;
    if (is_class_key(before)) return behind != "::";
    if (behind == "<") return text(begin_) == "template" && is_specialized(i);
    return is_one_of(behind, {"(", ")", ";", ",", "=", "{", "[", "]", ":", ""});
  }

  /// using std::min; brings what is the library's, as `using namespace std` does. In a namespace
  /// `std` may be another one.
  bool is_of_std(std::size_t i) const {
    std::size_t first = i;
    while (first > begin_ + 2 && text(first - 1) == "::" && is_name(tokens_[first - 2])) first -= 2;
    return first < i && text(first) == "std";
  }

  /// template <> int size<int>(…)
  bool is_specialized(std::size_t i) const {
    const std::size_t end = after_angles(tokens_, i + 1);
    return end > i + 2 && is_one_of(text(end), {"(", ")", "=", "{", ";", "["});
  }

  bool is_of_another_scope(std::size_t i) const {
    return i > begin_ && text(i - 1) == "::" && text(begin_) != "using" &&
           is_one_of(text(i + 1), {"(", ")", ";", ",", "=", "{", "[", "<", ""});
  }
  void note_scopes(std::size_t i) {
    std::size_t named = 0;
    while (i > begin_ + 1 && text(i - 1) == "::") {
      const std::size_t before = text(i - 2) == ">" ? before_angles(i - 2) : i - 2;
      if (!is_name(tokens_[before]) || is_keyword(text(before)) || is_no_call(text(before))) break;
      found_.scopes_named.push_back(&tokens_[i = before]);
      ++named;
    }
    if (named == 0) found_.scopes_named.push_back(&tokens_[i]);
  }
  /// The token in front of the template's brackets that end here.
  std::size_t before_angles(std::size_t end) const {
    int depth = 0;
    for (std::size_t i = end; i > begin_; --i) {
      if (text(i) == ">") ++depth;
      if (text(i) == "<" && --depth == 0) return i - 1;
    }
    return begin_;
  }

  void skip_to_end() {
    while (at_ < tokens_.size() && !is(";"))
      at_ = opens(text(at_)) ? after_group(tokens_, at_) : at_ + 1;
  }

  Tokens tokens_;
  std::size_t at_ = 0, begin_ = 0;
  std::vector<std::size_t> names_;
  bool has_parentheses_ = false, has_class_ = false, is_odd_ = false, has_body_ = false;
  bool has_value_ = false;
  /// The namespaces around; empty: one whose names are known outside of it, as if it had none.
  std::vector<std::string> scopes_;
  FileScope found_;
};

}  // namespace

FileScope file_scope_of(Tokens tokens) { return ScopeReader(tokens).read(); }

}  // namespace course
