// Declarations are told by their form: words that may be of a type, then a name, then what can
// follow the name of something declared.
#include "course/given/names_taken.h"

#include <fmt/format.h>

#include <algorithm>

namespace course {

namespace {

using Tokens = std::vector<Token>;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// A name behind one of these is used, and so is one behind a sign of an expression.
bool begins_expression(const Token& token) {
  return is_one_of(token.text, {"return",        "else",     "do",      "case",     "goto",
                                "throw",         "new",      "delete",  "sizeof",   "co_return",
                                "co_await",      "co_yield", "not",     "if",       "while",
                                "for",           "switch",   "break",   "continue", "asm",
                                "static_assert", "public",   "private", "protected"});
}

/// One behind which a pair of parentheses is part of a type.
bool takes_parentheses(const Token& token) {
  return is_one_of(token.text, {"decltype", "alignas", "explicit", "__attribute__", "noexcept",
                                "__launch_bounds__", "__declspec", "typeof", "__typeof__"});
}

class Declarations {
 public:
  explicit Declarations(const Tokens& tokens) : tokens_(tokens) {}

  std::vector<const Token*> read() {
    while (at_ < tokens_.size()) statement();
    return std::move(names_);
  }

 private:
  bool is(std::string_view text) const { return at_ < tokens_.size() && tokens_[at_].text == text; }

  void statement() {
    if (tokens_[at_].of_directive || is(";") || is("}")) return void(++at_);
    const std::size_t begin = at_, names = names_.size();
    const bool opens_scope = begins_scope();
    const Token* name = last_name_of_specifiers();
    if (is("{") && opens_scope) return void(++at_);  // what is in it counts
    if (name != nullptr) declared(name, begin);
    skip_rest(names);
  }

  /// A namespace, or extern "C".
  bool begins_scope() const {
    std::size_t i = at_;
    if (tokens_[i].text == "inline" && i + 1 < tokens_.size()) ++i;
    if (tokens_[i].text == "namespace") return true;
    return tokens_[i].text == "extern" && i + 1 < tokens_.size() && tokens_[i + 1].text[0] == '"';
  }

  /// Stops at the first token that is not of a type or a name. Null when there was only one word.
  const Token* last_name_of_specifiers() {
    const Token* name = nullptr;
    std::size_t words = 0;
    while (at_ < tokens_.size()) {
      const Token& token = tokens_[at_];
      if (begins_expression(token) || token.of_directive) return nullptr;
      if (token.text == "operator") return words > 0 ? &tokens_[at_++] : nullptr;
      if (is("<")) {
        skip_pair("<", ">");
      } else if (is("(") && at_ > 0 && takes_parentheses(tokens_[at_ - 1])) {
        skip_pair("(", ")");
      } else if (is("[") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].text == "[") {
        skip_pair("[", "]");
      } else if (is_name(token) || token.text[0] == '"') {
        name = is_name(token) ? &token : name;
        ++words;
        ++at_;
      } else if (is("*") || is("&") || is(":")) {
        if (is("*") || is("&")) ++words;
        ++at_;
      } else {
        break;
      }
    }
    return words > 1 || is("[") || is("(") ? name : nullptr;
  }

  /// Whether the statement only says that there is such a function of the device.
  bool is_prototype(std::size_t begin) const {
    const bool of_device =
        std::any_of(tokens_.data() + begin, tokens_.data() + at_, [](const Token& token) {
          return is_one_of(token.text, {"__device__", "__global__"});
        });
    if (!of_device) return false;
    int depth = 0;
    for (std::size_t i = at_; is("(") && i < tokens_.size(); ++i) {
      const std::string& text = tokens_[i].text;
      if (text == ";" && depth == 0) return true;
      if (is_one_of(text, {"{", "=", "asm", "__asm", "__asm__", "__attribute__", "[", ","}) &&
          depth == 0)
        return false;
      if (text == "(") ++depth;
      if (text == ")") --depth;
    }
    return false;
  }

  /// The name found, and those that the rest of the statement declares.
  void declared(const Token* name, std::size_t begin) {
    if (is("[") && (name->text == "auto" || tokens_[at_ - 1].text == "&")) return bound_names();
    const bool only_word = &tokens_[begin] == name;
    if (!only_word && !is_prototype(begin)) names_.push_back(name);
    if (is("(")) in_parentheses();
  }
  void bound_names() {
    const std::size_t begin = at_;
    skip_pair("[", "]");
    for (std::size_t i = begin; i < at_; ++i)
      if (is_name(tokens_[i])) names_.push_back(&tokens_[i]);
  }
  /// int (name)(…), int (*name)(…)
  void in_parentheses() {
    std::size_t i = at_ + 1;
    while (i < tokens_.size() && is_one_of(tokens_[i].text, {"*", "&"})) ++i;
    if (i + 1 < tokens_.size() && is_name(tokens_[i]) && tokens_[i + 1].text == ")" &&
        i + 2 < tokens_.size() && is_one_of(tokens_[i + 2].text, {"(", "=", "{"}))
      names_.push_back(&tokens_[i]);
  }

  /// To behind the statement, with the further names of a list.
  void skip_rest(std::size_t names) {
    const bool in_list = names_.size() > names;
    bool equals = false;
    while (at_ < tokens_.size() && !is(";") && !is("}")) {
      if (is("=")) equals = true;
      if (is("(")) {
        skip_pair("(", ")");
      } else if (is("[")) {
        skip_pair("[", "]");
      } else if (is("{")) {
        skip_pair("{", "}");
        if (!equals && !is(",")) return;  // a body
      } else if (is(",") && in_list) {
        ++at_;
        while (is("*") || is("&")) ++at_;
        if (at_ < tokens_.size() && is_name(tokens_[at_])) names_.push_back(&tokens_[at_]);
      } else {
        ++at_;
      }
    }
  }

  void skip_pair(std::string_view open, std::string_view close) {
    int depth = 0;
    const std::size_t begin = at_;
    constexpr std::size_t kMostOfTemplate = 400;
    for (; at_ < tokens_.size(); ++at_) {
      if (is(open)) ++depth;
      if (is(close) && --depth == 0) return void(++at_);
      const bool no_bracket = is(";") || is("{") || at_ > begin + kMostOfTemplate;
      if (open == "<" && no_bracket) break;
    }
    if (open == "<") at_ = begin + 1;
  }

  const Tokens& tokens_;
  std::size_t at_ = 0;
  std::vector<const Token*> names_;
};

bool is_keyword_with_parentheses(const Token& token) {
  return begins_expression(token) || takes_parentheses(token) || token.text == "catch";
}

}  // namespace

std::vector<const Token*> declared_names(const Tokens& tokens) {
  return Declarations(tokens).read();
}

std::optional<Odd> odd_directive(const Tokens& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const bool is_pragma =
        token.text == "_Pragma" || (token.text == "pragma" && token.of_directive);
    if (is_pragma) {
      for (std::size_t j = i + 1; j < tokens.size() && tokens[j].line == token.line; ++j) {
        for (const char* word : {"push_macro", "pop_macro", "redefine_extname", "weak", "poison"}) {
          if (tokens[j].text.find(word) != std::string::npos)
            return Odd{&tokens[j],
                       fmt::format("`{}` can change what the course's code means", word)};
        }
      }
    }
    if (token.text == "##" && token.of_directive) {
      const bool glues =
          (i > 0 && is_name(tokens[i - 1])) || (i + 1 < tokens.size() && is_name(tokens[i + 1]));
      if (!glues) return Odd{&token, "`##` glues names, not signs"};
    }
  }
  return {};
}

GivenNames::GivenNames(const Stretches& skeleton, const std::string& headers)
    : skeleton_(skeleton) {
  add_given(code_of(headers).tokens);
  for (std::size_t i = 0; i < skeleton.all.size(); i += 2)
    add_given(code_of(skeleton.all[i].text).tokens);
  for (std::size_t i = 1; i < skeleton.all.size(); i += 2) {
    const Code region = code_of(skeleton.all[i].text);
    for (const Token* own : declared_names(region.tokens)) at_file_scope_.erase(own->text);
  }
}

void GivenNames::add_given(const Tokens& tokens) {
  const std::vector<const Token*> declared = declared_names(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_name(tokens[i])) continue;
    all_.insert(tokens[i].text);
    const bool called = i + 1 < tokens.size() && is_one_of(tokens[i + 1].text, {"(", "<"});
    const bool used = called && std::ranges::find(declared, &tokens[i]) == declared.end();
    if (used && !is_keyword_with_parentheses(tokens[i])) at_file_scope_.insert(tokens[i].text);
  }
}

std::optional<Odd> GivenNames::taken(const Tokens& tokens, const Names& names) const {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool defines = tokens[i].of_directive && i > 0 && tokens[i - 1].begins_directive &&
                         is_one_of(tokens[i].text, {"define", "undef"});
    const std::string& name = tokens[i + 1].text;
    if (defines && (all_.contains(name) || name.find('\\') != name.npos))
      return Odd{&tokens[i + 1],
                 fmt::format("`#{}` of `{}`: that name is the course's, which has it "
                             "in the code around yours",
                             tokens[i].text, name)};
  }
  for (const Token* own : declared_names(tokens)) {
    const bool odd_operator = own->text == "operator" && own + 1 < tokens.data() + tokens.size() &&
                              is_one_of((own + 1)->text, {"&", ","}) &&
                              (own + 2 >= tokens.data() + tokens.size() || !(own + 2)->goes_on);
    if (odd_operator)
      return Odd{own, "this operator would give another meaning to the course's code"};
    if (names.contains(own->text))
      return Odd{own, fmt::format("`{}` is declared here, and the course's code uses that name: "
                                  "take another one",
                                  own->text)};
  }
  return {};
}

std::optional<Odd> GivenNames::taken_at_file_scope(const Tokens& tokens) const {
  return taken(tokens, at_file_scope_);
}

std::optional<Odd> GivenNames::taken_in_region(std::size_t i, const Tokens& tokens,
                                               int depth) const {
  return taken(tokens, depth == 0 ? at_file_scope_ : behind(i, depth));
}

GivenNames::Names GivenNames::behind(std::size_t i, int depth) const {
  Names names;
  for (std::size_t next = i + 1; next < skeleton_.all.size(); next += 2) {
    for (const Token& token : code_of(skeleton_.all[next].text).tokens) {
      if (token.text == "{") ++depth;
      if (token.text == "}" && --depth == 0) return names;
      if (is_name(token)) names.insert(token.text);
    }
  }
  return names;
}

}  // namespace course
