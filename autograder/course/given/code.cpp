// Reads by characters. What a backslash joins is passed over wherever a character is looked at, but
// in raw literals.
#include "course/given/code.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace course {

namespace {

/// Letters beyond ASCII are in names, and so are their universal names and the compilers' `$`.
bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_of_operator(const std::string& text) {
  return text.size() == 1 && std::string_view("+-<>=&|:*/%^!#.").find(text[0]) != std::string::npos;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kDigraphs{
    {{"%:%:", "##"}, {"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}, {"%:", "#"}}};

class Lexer {
 public:
  Lexer(std::string_view text, std::size_t line) : text_(text), line_(line) {}

  Code read() {
    for (skip_joint(); at_ < text_.size(); skip_joint()) step();
    return std::move(code_);
  }

 private:
  /// Compilers join lines also where blanks follow the backslash.
  void skip_joint() {
    while (at_ < text_.size() && text_[at_] == '\\') {
      std::size_t end = at_ + 1;
      while (end < text_.size() && std::string_view(" \t\r\f\v").find(text_[end]) != text_.npos)
        ++end;
      if (end >= text_.size() || text_[end] != '\n') return;
      at_ = end + 1;
      new_line();
    }
  }
  void new_line() {
    ++line_;
    line_start_ = at_;
  }

  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool is_there() const { return at_ < text_.size(); }
  /// The characters from here on, joined, as many as asked for.
  std::string ahead(std::size_t count) const {
    Lexer copy(*this, 0);
    std::string characters;
    while (copy.is_there() && characters.size() < count) characters += copy.take();
    return characters;
  }
  Lexer(const Lexer& other, int) : text_(other.text_), at_(other.at_), line_(other.line_) {}

  char take() {
    const char c = text_[at_++];
    if (c == '\n') new_line();
    skip_joint();
    return c;
  }

  void step() {
    const char c = here();
    if (c == '\n') in_directive_ = false;
    if (c == '\n') begins_line_ = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) return void(take());
    const std::string two = ahead(2);
    if (two == "//") return line_comment();
    if (two == "/*") return comment();
    begin_token();
    if (is_of_name(c) || c == '\\') return word();
    if (c == '"' || c == '\'') return literal(c);
    punctuation();
  }

  void line_comment() {
    while (is_there() && here() != '\n') take();
  }
  void comment() {
    const std::size_t begun = line_;
    take();
    take();
    while (is_there() && ahead(2) != "*/") take();
    code_.comments.emplace_back(begun, line_);
    if (!is_there()) return never_ends(begun);
    take();
    take();
  }
  void never_ends(std::size_t begun) {
    if (code_.open_line == 0) code_.open_line = begun;
  }

  void begin_token() {
    Token token;
    token.line = line_;
    token.column = at_ - line_start_ + 1;
    token.follows_at_once = at_ > 0 && at_ == end_of_last_;
    code_.tokens.push_back(std::move(token));
  }
  void end_token(std::string text) {
    Token& token = code_.tokens.back();
    token.text = std::move(text);
    token.goes_on = token.follows_at_once && is_of_operator(token.text) && operator_before_;
    operator_before_ = is_of_operator(token.text);
    end_of_last_ = at_;
    token.begins_directive = begins_line_ && token.text == "#";
    in_directive_ = in_directive_ || token.begins_directive;
    token.of_directive = in_directive_;
    begins_line_ = false;
  }

  /// Names and numbers, 1'000 and 1e-3 among them; or a name in front of a literal.
  void word() {
    const bool number = is_digit(here());
    std::string text(1, take());
    while (is_there() && goes_on(text, number)) text += take();
    if (here() == '"' && is_raw(text)) return raw_literal(std::move(text));
    end_token(std::move(text));
  }
  bool goes_on(const std::string& text, bool number) const {
    const char c = here();
    if (is_of_name(c) || (c == '\\' && !number)) return true;
    if (!number) return false;
    if (c == '.') return true;
    if (c == '\'') return ahead(2).size() == 2 && is_of_name(ahead(2)[1]);
    return (c == '+' || c == '-') &&
           std::string_view("eEpP").find(text.back()) != std::string::npos;
  }
  static bool is_raw(const std::string& prefix) {
    return prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
  }

  /// Ends with its line at the latest, where compilers complain of it.
  void literal(char quote) {
    std::string text(1, take());
    while (is_there() && here() != quote && here() != '\n') {
      if (here() == '\\') text += take();
      if (is_there() && here() != '\n') text += take();
    }
    if (here() == quote) text += take();
    end_token(std::move(text));
  }

  void raw_literal(std::string text) {
    const std::size_t begun = line_;
    const std::size_t open = text_.find('(', at_);
    const std::string end =
        open == text_.npos ? "" : ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t close = end.empty() ? text_.npos : text_.find(end, open);
    if (close == text_.npos) never_ends(begun);
    const std::size_t last = close == text_.npos ? text_.size() : close + end.size();
    while (at_ < last) {
      text += text_[at_];
      if (text_[at_++] == '\n') new_line();
    }
    end_token(std::move(text));
  }

  void punctuation() {
    const std::string next = ahead(4);
    for (const auto& [written, meant] : kDigraphs) {
      if (!next.starts_with(written)) continue;
      for (std::size_t i = 0; i < written.size(); ++i) take();
      return end_token(std::string(meant));
    }
    std::string text(1, take());
    if (text == "#" && here() == '#') text += take();
    end_token(std::move(text));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
  std::size_t end_of_last_ = 0;
  bool operator_before_ = false;
  bool begins_line_ = true;
  bool in_directive_ = false;
  Code code_;
};

}  // namespace

Refusal refusal_at(const Token& token, std::string words) {
  return {std::move(words), token.line, token.column};
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

Code code_of(std::string_view text, std::size_t line) { return Lexer(text, line).read(); }

bool is_name(const Token& token) {
  return !token.text.empty() && is_of_name(token.text.front()) && !is_digit(token.text.front());
}

}  // namespace course
