// At file scope every statement declares something, and what that is stands outside of parentheses,
// braces and initial values. In a function a declaration is told by the words on its two sides.
#include "course/given/names_taken.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace course {

namespace {

bool is_class_key(std::string_view word) {
  return is_one_of(word, {"struct", "class", "union", "enum"});
}

/// Words in front of parentheses that call nothing.
bool is_no_call(std::string_view word) {
  return is_one_of(word, {"if",          "while",         "for",         "switch",
                          "return",      "sizeof",        "alignof",     "alignas",
                          "decltype",    "typeof",        "__typeof__",  "noexcept",
                          "explicit",    "catch",         "throw",       "static_assert",
                          "requires",    "__attribute__", "__attribute", "__launch_bounds__",
                          "__maxnreg__", "asm",           "__asm__",     "__declspec",
                          "void",        "operator",      "defined"});
}

bool is_keyword(std::string_view word) {
  return is_one_of(
      word, {"int",        "unsigned", "signed",     "long",         "short",      "char",
             "float",      "double",   "bool",       "auto",         "const",      "constexpr",
             "volatile",   "static",   "inline",     "extern",       "struct",     "class",
             "union",      "enum",     "typename",   "template",     "else",       "do",
             "case",       "new",      "delete",     "using",        "namespace",  "__global__",
             "__device__", "__host__", "__shared__", "__constant__", "__managed__"});
}

/// Words whose parentheses belong to a type: a name may follow.
bool is_part_of_type(std::string_view word) {
  return is_one_of(word, {"decltype", "typeof", "__typeof__", "__typeof", "alignas",
                          "__attribute__", "__attribute", "explicit", "noexcept"});
}

/// Words behind which a name is used, and not declared.
bool begins_expression(std::string_view word) {
  return is_one_of(word, {"return", "else", "do", "case", "goto", "throw", "new", "delete",
                          "sizeof", "co_return", "co_await", "co_yield", "not", "and", "or"});
}

bool opens(std::string_view text) { return is_one_of(text, {"(", "[", "{"}); }
bool closes(std::string_view text) { return is_one_of(text, {")", "]", "}"}); }

/// Behind the group that begins at `i`; the end where it has none.
std::size_t after_group(Tokens tokens, std::size_t i) {
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    if (opens(tokens[i].text)) ++depth;
    if (closes(tokens[i].text) && --depth == 0) return i + 1;
  }
  return i;
}

/// Behind the template's brackets that begin at `i`; i + 1 where it is no such bracket.
std::size_t after_angles(Tokens tokens, std::size_t i) {
  constexpr std::size_t kMost = 1000;
  const std::size_t begin = i;
  int depth = 0;
  while (i < tokens.size() && i < begin + kMost && !is_one_of(tokens[i].text, {";", "{", "}"})) {
    if (tokens[i].text == "<") ++depth;
    if (tokens[i].text == ">" && --depth == 0) return i + 1;
    i = opens(tokens[i].text) ? after_group(tokens, i) : i + 1;
  }
  return begin + 1;
}

/// The name that a group may declare, as ((*name)) does; `begin` where it holds anything else.
std::size_t name_in_parentheses(Tokens tokens, std::size_t begin, std::size_t end) {
  std::size_t name = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (is_name(tokens[i])) name = i;
    if (!is_name(tokens[i]) && !is_one_of(tokens[i].text, {"(", ")", "*", "&", "&&", "::"}))
      return begin;
  }
  return name;
}

struct Declared {
  const Token* name;
  bool is_prototype = false;  // says only that there is such a function
};

class FileScope {
 public:
  explicit FileScope(Tokens tokens) : tokens_(tokens) {}

  std::vector<Declared> read() {
    while (at_ < tokens_.size()) statement();
    return std::move(declared_);
  }
  /// Where they begin and end.
  const std::vector<std::pair<std::size_t, std::size_t>>& class_bodies() const { return bodies_; }
  /// With them, the first token of their parameters.
  const std::vector<std::pair<const Token*, std::size_t>>& operators() const { return operators_; }

 private:
  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].text) : std::string_view();
  }
  bool is(std::string_view word) const { return text(at_) == word; }

  void statement() {
    if (tokens_[at_].begins_directive || is(";") || is("}")) return void(++at_);
    begin_ = at_;
    names_.clear();
    has_parentheses_ = has_class_ = is_odd_ = has_body_ = has_value_ = false;
    if (is_one_of(text(at_), {"static_assert", "asm", "__asm__", "__asm"})) return skip_to_end();
    while (at_ < tokens_.size() && !is(";") && !is("}")) {
      if (is("{") && opens_scope()) return void(++at_);
      part();
      if (has_body_) break;
    }
    const bool ends_here = is(";");
    const bool names_a_class = has_class_ && at_ == begin_ + 2;  // struct Ledger;
    for (const std::size_t name : names_) {
      if (!is_declared(name)) continue;
      const bool prototype =
          ends_here && (has_parentheses_ || names_a_class) && !has_body_ && !is_odd_ && !has_value_;
      declared_.push_back({&tokens_[name], prototype});
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

  /// A namespace, or extern "C": what stands in it counts.
  bool opens_scope() const {
    if (has_parentheses_ || has_value_ || has_class_) return false;
    if (text(begin_) == "extern") return text(begin_ + 1).find('"') != std::string_view::npos;
    return text(begin_) == "namespace" || text(begin_ + 1) == "namespace";
  }

  void braces() {
    const std::size_t end = after_group(tokens_, at_);
    const bool is_class = has_class_ && !has_parentheses_ && !has_value_;
    if (is_class) friends(at_, end);
    if (is_class && end > at_ + 1) bodies_.emplace_back(at_ + 1, end - 1);
    has_class_ = false;  // a name behind it is a variable's
    at_ = end;
    has_body_ = !is_class && has_parentheses_;
  }
  void friends(std::size_t i, std::size_t end) {
    bool is_friend = false;
    for (; i < end; ++i) {
      if (text(i) == "friend") is_friend = true;
      if (is_one_of(text(i), {";", "{"})) is_friend = false;
      if (is_friend && text(i + 1) == "(" && is_name(tokens_[i]))
        declared_.push_back({&tokens_[i]});
    }
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
    operators_.emplace_back(word, at_);
  }

  bool is_declared(std::size_t i) const {
    const std::string_view before = i > begin_ ? text(i - 1) : "", behind = text(i + 1);
    if (is_no_call(text(i)) || is_one_of(text(i), {"const", "auto", "volatile"})) return false;
    if (text(begin_) == "using")
      return text(begin_ + 1) != "namespace" && is_one_of(behind, {";", ",", "="});
    if (before == "::" || before == "~") return false;
    if (is_class_key(before)) return behind != "::";
    return is_one_of(behind, {"(", ")", ";", ",", "=", "{", "[", "]", ":", ""});
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
  std::vector<Declared> declared_;
  std::vector<std::pair<const Token*, std::size_t>> operators_;
  std::vector<std::pair<std::size_t, std::size_t>> bodies_;
};

Refusal taken(const Token& token) {
  return refusal_at(token,
                    fmt::format("`{}` is declared here, and the course's code uses that name: "
                                "take another one",
                                token.text));
}

/// The outermost block of a region in a function. A statement declares when it begins with the
/// words of a type. Names that inner blocks declare end with those blocks, and are left out.
class BlockScope {
 public:
  BlockScope(Tokens tokens, const Names& names) : tokens_(tokens), names_(names) {}

  std::optional<Refusal> first_taken() {
    while (at_ < tokens_.size() && taken_ == nullptr) part();
    if (taken_ == nullptr) return {};
    return taken(*taken_);
  }

 private:
  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].text) : std::string_view();
  }
  bool is(std::string_view word) const { return text(at_) == word; }

  void begin_statement() {
    words_ = 0;
    is_type_so_far_ = true;
    declares_ = in_class_ = in_enumeration_ = in_using_ = false;
  }

  void part() {
    const std::string_view word = text(at_);
    if (tokens_[at_].begins_directive) return void(++at_);
    if (word == ";" || word == "}") return begin_statement(), void(++at_);
    if (word == "{") return braces();
    if (word == "(") return parentheses();
    if (word == "[") return brackets();
    if (word == "<<<") return launch();
    if (word == ",") return comma();
    if (is_name(tokens_[at_])) return name();
    if (word == "<" && after_angles(tokens_, at_) > at_ + 1) {
      at_ = after_angles(tokens_, at_);
      return;
    }
    if (!is_one_of(word, {"*", "&", "&&", "::"})) end_type();
    ++at_;
  }

  /// What has been read of a statement is a type and the name of something.
  void end_type() {
    declares_ = declares_ || (is_type_so_far_ && words_ > 1);
    is_type_so_far_ = false;
  }

  void name() {
    const std::string_view word = text(at_), behind = text(at_ + 1);
    in_using_ = in_using_ || word == "using";
    in_class_ = in_class_ || is_class_key(word);
    in_enumeration_ = in_enumeration_ || word == "enum";
    if (begins_expression(word) || is_one_of(word, {"if", "for", "while", "switch", "break"}))
      is_type_so_far_ = false;
    const bool ends_declarator = is_one_of(behind, {"=", ";", "{", "(", "[", ",", ":", ""});
    const bool is_member = at_ > 0 && is_one_of(text(at_ - 1), {".", "->"});
    const bool is_qualified = at_ > 0 && text(at_ - 1) == "::" && !in_using_;
    const bool declared = (is_type_so_far_ && words_ > 0 && ends_declarator) || in_using_;
    if (declared && !is_member && !is_qualified && names_.contains(word)) taken_ = &tokens_[at_];
    if (at_ == 0 || text(at_ - 1) != "::") ++words_;  // a::b is one word
    ++at_;
  }

  void braces() {
    const std::size_t end = after_group(tokens_, at_);
    if (in_enumeration_) look_for_names(at_, end);
    at_ = end;
    if (in_class_) {
      ++words_;  // a variable's name may follow
      in_class_ = in_enumeration_ = false;
    } else if (is_type_so_far_ || !is(",")) {
      begin_statement();  // of a block, or of a value's braces in front of a semicolon
    }
  }

  /// T(name); or parameters of a call.
  void parentheses() {
    const std::size_t end = after_group(tokens_, at_);
    if (at_ > 0 && is_part_of_type(text(at_ - 1))) return void(at_ = end);
    const std::size_t name = name_in_parentheses(tokens_, at_, end);
    const bool declares = is_type_so_far_ && words_ > 0 && name != at_ &&
                          is_one_of(text(end), {";", "=", "{", "[", "("});
    if (declares && names_.contains(tokens_[name].text)) taken_ = &tokens_[name];
    end_type();
    at_ = end;
  }

  void brackets() {
    const std::size_t end = after_group(tokens_, at_);
    bool binds = false;  // auto [a, b] = …
    for (std::size_t i = at_; i-- > 0 && !is_one_of(text(i), {";", "{", "}"});)
      binds = binds || text(i) == "auto";
    if (binds && is_type_so_far_) look_for_names(at_, end);
    end_type();
    at_ = end;
  }
  void look_for_names(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && i < tokens_.size(); ++i)
      if (taken_ == nullptr && names_.contains(tokens_[i].text)) taken_ = &tokens_[i];
  }

  void launch() {
    end_type();
    while (at_ < tokens_.size() && !(is(">") && text(at_ + 1) == ">" && text(at_ + 2) == ">"))
      at_ = opens(text(at_)) ? after_group(tokens_, at_) : at_ + 1;
    at_ += 3;
  }

  void comma() {
    end_type();
    is_type_so_far_ = declares_;  // int a = 1, *b;
    words_ = declares_ ? 1 : 0;
    ++at_;
  }

  Tokens tokens_;
  const Names& names_;
  std::size_t at_ = 0, words_ = 0;
  bool is_type_so_far_ = true, declares_ = false, in_class_ = false, in_enumeration_ = false;
  bool in_using_ = false;
  const Token* taken_ = nullptr;
};

/// Which student's operators given code cannot use: it has no arithmetic on classes.
bool is_of_others(Tokens tokens, const Token* word, std::size_t parameters, const Names& own) {
  std::string sign;
  const auto begin = static_cast<std::size_t>(word - tokens.data()) + 1;
  for (std::size_t i = begin; i < parameters; ++i) sign += tokens[i].text;
  if (is_one_of(sign, {"+", "-", "*", "/", "%", "+=", "-=", "*=", "/=", "%=", "<<", ">>"}))
    return false;
  const std::size_t end = after_group(tokens, parameters);
  for (std::size_t i = parameters; i < end && i < tokens.size(); ++i)
    if (own.contains(tokens[i].text)) return false;
  return true;
}

bool is_constant(const std::string& name) {
  return name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z';
}

}  // namespace

void add_needed(NeededNames& needed, Tokens given, int depth) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!is_name(given[i]) || is_no_call(given[i].text) || is_keyword(given[i].text)) continue;
    const std::string_view before = i > 0 ? std::string_view(given[i - 1].text) : "";
    const std::string_view behind = i + 1 < given.size() ? std::string_view(given[i + 1].text) : "";
    if (is_one_of(before, {".", "->", "::"})) continue;
    const bool is_template = behind == "<" && after_angles(given, i + 1) > i + 2;
    const bool is_type = i + 1 < given.size() && is_name(given[i + 1]);
    if (is_one_of(behind, {"(", "<<<"}) || is_template || is_type || is_constant(given[i].text))
      needed.used.insert(given[i].text);
  }
  if (depth > 0) {
    std::size_t i = 0;
    for (; i < given.size() && depth > 0; ++i) {
      if (given[i].text == "{") ++depth;
      if (given[i].text == "}") --depth;
    }
    given = given.subspan(i);
  }
  FileScope scope(given);
  for (const Declared& one : scope.read()) needed.declared.insert(one.name->text);
  for (const auto& [begin, end] : scope.class_bodies())
    for (const Declared& member : FileScope(given.subspan(begin, end - begin)).read())
      if (!needed.declared.contains(member.name->text)) needed.used.erase(member.name->text);
}

Names declared_at_file_scope(Tokens tokens) {
  Names names;
  for (const Declared& one : FileScope(tokens).read()) names.insert(one.name->text);
  return names;
}

std::optional<Refusal> taken_at_file_scope(Tokens tokens, const NeededNames& needed,
                                           const Names& own) {
  FileScope scope(tokens);
  for (const Declared& one : scope.read()) {
    const bool is_given = needed.declared.contains(one.name->text);
    if (is_given && one.is_prototype) continue;
    if (is_given || needed.used.contains(one.name->text)) return taken(*one.name);
  }
  for (const auto& [word, parameters] : scope.operators())
    if (is_of_others(tokens, word, parameters, own))
      return refusal_at(*word, "this operator would give another meaning to the course's code");
  return {};
}

std::optional<Refusal> taken_in_function(Tokens tokens, const Names& names) {
  return BlockScope(tokens, names).first_taken();
}

Names own_classes(Tokens tokens) {
  Names names;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t name = i + 1;
    if (!is_class_key(tokens[i].text)) continue;
    if (is_class_key(tokens[name].text) && name + 1 < tokens.size()) ++name;  // enum class
    if (is_name(tokens[name])) names.insert(tokens[name].text);
  }
  return names;
}

}  // namespace course
