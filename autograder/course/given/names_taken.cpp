// At file scope every statement declares something (file_scope.h). In a function a declaration is
// told by the words on its two sides.
#include "course/given/names_taken.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/given/file_scope.h"

namespace course {

namespace {

Refusal taken(const Token& token) {
  return refusal_at(token,
                    fmt::format("`{}` is declared here, and the course's code uses that name: "
                                "rename yours",
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

/// Whether a word among parameters is a type; else it is the name of one of them.
bool is_type(Tokens tokens, std::size_t i) {
  const std::string_view before = tokens[i - 1].text, behind = tokens[i + 1].text;
  if (is_one_of(before, {"::", "."})) return false;
  return !is_one_of(behind, {",", ")", "=", "["}) ||
         is_one_of(before, {"(", ",", "const", "volatile"}) || is_class_key(before);
}

/// Types of CUDA for which it has no operators, so that given code uses none.
bool has_no_operators(std::string_view type) {
  if (type == "dim3") return true;
  if (type.empty() || type.back() < '1' || type.back() > '4') return false;
  type.remove_suffix(1);
  return is_one_of(type, {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                          "longlong", "ulonglong", "float", "double"});
}

/// The `_MiB` of 4_MiB and of "4"_MiB; empty where a literal has none.
std::string_view suffix_of_literal(Tokens tokens, std::size_t i) {
  const std::string_view text = tokens[i].text;
  if (text[0] >= '0' && text[0] <= '9') return text.substr(std::min(text.find('_'), text.size()));
  const std::size_t quote = text.find_last_of("\"'");
  if (quote != text.npos) return text.substr(quote + 1);
  const bool is_behind_quotes =
      i > 0 && (tokens[i - 1].text.back() == '"' || tokens[i - 1].text.back() == '\'');
  return is_behind_quotes && text[0] == '_' ? text : "";
}

/// operator""_MiB serves the literals that end in _MiB, and nothing else.
bool is_for_literals_of_others(std::string_view sign, const NeededNames& needed) {
  return sign.starts_with("\"\"_") && !needed.suffixes.contains(sign.substr(2));
}

/// Which student's operators given code cannot use: it has no arithmetic on classes.
bool is_of_others(Tokens tokens, const Token* word, std::size_t parameters,
                  const NeededNames& needed, const Names& own) {
  std::string sign;
  const auto begin = static_cast<std::size_t>(word - tokens.data()) + 1;
  for (std::size_t i = begin; i < parameters; ++i) sign += tokens[i].text;
  if (is_for_literals_of_others(sign, needed)) return false;
  if (is_one_of(sign, {"+", "-", "*", "/", "%", "+=", "-=", "*=", "/=", "%=", "<<", ">>"}))
    return false;
  const std::size_t end = after_group(tokens, parameters);
  const bool compares = is_one_of(sign, {"==", "!=", "<", ">", "<=", ">="});
  for (std::size_t i = parameters + 1; i + 1 < end; ++i) {
    const bool of_others =
        own.contains(tokens[i].text) || (compares && has_no_operators(tokens[i].text));
    if (of_others && is_type(tokens, i)) return false;
  }
  return true;
}

/// A function with another number of parameters than each use of its name has arguments.
bool is_never_called(const Declared& one, const NeededNames& needed) {
  const auto uses = needed.called_with.find(one.name->text);
  if (!one.parameters || uses == needed.called_with.end()) return false;
  return !uses->second.contains(std::nullopt) && !uses->second.contains(one.parameters);
}

/// By a namespace or class: `::name` is a name of file scope like any other.
bool is_qualified(Tokens tokens, std::size_t i) {
  if (i == 0 || tokens[i - 1].text != "::") return false;
  return i > 1 && (tokens[i - 2].text == ">" ||
                   (is_name(tokens[i - 2]) && !begins_expression(tokens[i - 2].text)));
}

bool is_constant(const std::string& name) {
  return name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z';
}

}  // namespace

void add_needed(NeededNames& needed, Tokens given, int depth) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    needed.suffixes.emplace(suffix_of_literal(given, i));
    if (!is_name(given[i]) || is_no_call(given[i].text) || is_keyword(given[i].text)) continue;
    const std::string_view before = i > 0 ? std::string_view(given[i - 1].text) : "";
    const std::string_view behind = i + 1 < given.size() ? std::string_view(given[i + 1].text) : "";
    if (is_one_of(before, {".", "->"}) || is_qualified(given, i)) continue;
    needed.called_with[given[i].text].insert(behind == "(" ? count_in_parentheses(given, i + 1)
                                                           : std::nullopt);
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
  const FileScope scope = file_scope_of(given);
  for (const Declared& one : scope.declared) needed.declared.insert(one.name->text);
  for (const auto& [begin, end] : scope.class_bodies)
    for (const Declared& member : file_scope_of(given.subspan(begin, end - begin)).declared)
      if (!needed.declared.contains(member.name->text)) needed.used.erase(member.name->text);
}

Names declared_at_file_scope(Tokens tokens) {
  Names names;
  for (const Declared& one : file_scope_of(tokens).declared) names.insert(one.name->text);
  return names;
}

std::optional<Refusal> taken_at_file_scope(Tokens tokens, const NeededNames& needed,
                                           const OwnNames& own) {
  const FileScope scope = file_scope_of(tokens);
  for (const Declared& one : scope.declared) {
    const bool is_given = needed.declared.contains(one.name->text);
    if (own.closed_namespaces.contains(one.in_namespace)) continue;
    if ((is_given && one.is_prototype) || is_never_called(one, needed)) continue;
    if (is_given || needed.used.contains(one.name->text)) return taken(*one.name);
  }
  for (const Token* named : scope.scopes_named)
    if (needed.declared.contains(named->text) || needed.used.contains(named->text))
      return taken(*named);
  for (const auto& [word, parameters] : scope.operators)
    if (is_of_others(tokens, word, parameters, needed, own.classes))
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
    if (i > 0 && is_one_of(tokens[i - 1].text, {"<", ","})) continue;         // template <class T>
    if (is_class_key(tokens[name].text) && name + 1 < tokens.size()) ++name;  // enum class
    if (is_name(tokens[name])) names.insert(tokens[name].text);
  }
  return names;
}

}  // namespace course
