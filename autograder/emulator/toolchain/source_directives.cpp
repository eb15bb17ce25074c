// As much of C++'s lexical grammar as is needed to know where comments, literals and directives
// are: lines that a backslash continues, raw strings, in which it continues nothing, digit
// separators.
#include "toolchain/source_directives.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "toolchain/source_bytes.h"

namespace emu::toolchain {
namespace {

constexpr const char* kLineDirective = "#line is not for exercises: lines are those of the file";
constexpr const char* kHidingName =
    "a header's name here holds a quotation mark, a backslash or the beginning of a comment, which "
    "readers of this line could take for more than a name";
constexpr const char* kAlias =
    "__has_include and __has_embed are not for macros of exercises: ask in the #if itself";
constexpr const char* kRawString = "compilers disagree on what a raw string is here: do without it";

bool is_ascii(char c) { return (c & 0x80) == 0; }
bool continues_word(char c) { return base::is_word(c) || c == '$' || !is_ascii(c); }
bool asks_for_file(std::string_view word) {
  return word.starts_with("__has_include") || word.starts_with("__has_embed");
}

/// `1024`, `-1.5f`, `(200809L)`, or nothing.
bool is_plain_body(std::string_view body) {
  if (body.empty()) return true;
  if (body.starts_with('(') && body.ends_with(')')) body = body.substr(1, body.size() - 2);
  if (body.starts_with('-') || body.starts_with('+')) body.remove_prefix(1);
  return !body.empty() && (base::is_digit(body[0]) || body[0] == '.') &&
         std::ranges::all_of(body,
                             [](char c) { return base::is_word(c) || c == '.' || c == '\''; });
}

class DirectiveReader {
 public:
  explicit DirectiveReader(std::string_view source) : source_(source) {
    if (source_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  SourceDirectives read() {
    while (!done()) step();
    return std::move(found_);
  }

 private:
  // A backslash, blanks and a line end are nothing at all, but for raw strings.
  void skip_splices() {
    while (at_ < source_.size() && source_[at_] == '\\') {
      std::size_t end = at_ + 1;
      while (end < source_.size() && base::is_blank(source_[end])) ++end;
      if (end == source_.size() || source_[end] != '\n') return;
      at_ = end + 1;
      ++line_;
    }
  }
  bool done() {
    skip_splices();
    return at_ >= source_.size();
  }
  char peek() { return done() ? '\0' : source_[at_]; }
  char take() {
    const char c = peek();
    if (at_ < source_.size()) ++at_;
    line_ += c == '\n';
    return c;
  }
  /// Takes these two characters if they come next.
  bool took(char first, char second) {
    const auto before = std::pair(at_, line_);
    if (take() == first && take() == second) return true;
    std::tie(at_, line_) = before;
    return false;
  }

  void step() {
    const bool first = at_line_start_;
    const char c = peek();
    if (c == '\n') {
      take();
      at_line_start_ = true;
      directive_.clear();
      before_ = '\0';
      return;
    }
    if (base::is_blank(c)) return void(take());
    if (took('/', '*')) return comment();
    if (took('/', '/')) return rest_of_line();
    at_line_start_ = false;
    if (first && (took('%', ':') || (c == '#' && take()))) return directive();
    token(c);
    before_ = c;
  }

  void doubt(unsigned line, const char* words) { found_.doubts.push_back({line, words}); }

  void comment() {
    while (!done() && !took('*', '/')) take();
  }
  void rest_of_line() {
    while (!done() && peek() != '\n') take();
  }
  void blanks_and_comments() {
    for (;;) {
      if (base::is_blank(peek()))
        take();
      else if (took('/', '*'))
        comment();
      else
        return;
    }
  }

  std::string name() {
    std::string name;
    while (continues_word(peek())) name += take();
    return name;
  }

  void directive() {
    const unsigned line = line_;
    blanks_and_comments();
    if (base::is_digit(peek())) return doubt(line, kLineDirective);
    directive_ = name();
    if (directive_.empty()) directive_ = "#";
    if (directive_ == "line") return doubt(line, kLineDirective);
    if (directive_ == "define") return definition();
    if (directive_ == "pragma") return pragma();
    if (directive_.find("include") != directive_.npos || directive_ == "import" ||
        directive_ == "embed")
      header_name();
  }

  void definition() {
    blanks_and_comments();
    Macro macro{name(), line_, std::nullopt};
    const auto before = std::pair(at_, line_);
    const std::string body = peek() == '(' ? "(" : rest_without_comments();
    std::tie(at_, line_) = before;  // it may begin what ends on another line
    if (is_plain_body(base::trimmed(body, base::kBlanks)))
      macro.plain_body = base::trimmed(body, base::kBlanks);
    found_.macros.push_back(std::move(macro));
  }
  std::string rest_without_comments() {
    std::string text;
    while (!done() && peek() != '\n') {
      if (took('/', '*')) {
        comment();
        text += ' ';
      } else if (took('/', '/')) {
        rest_of_line();
      } else {
        text += take();
      }
    }
    return text;
  }

  void pragma() {
    blanks_and_comments();
    if (name() != "GCC") return;
    blanks_and_comments();
    if (name() == "dependency") header_name();
  }

  // What `<` opens here is text up to `>`, and in quotes a backslash escapes nothing.
  void header_name() {
    blanks_and_comments();
    const unsigned line = line_;
    const char close = peek() == '<' ? '>' : '"';
    if (peek() != '<' && peek() != '"') return;
    std::string name(1, take());
    while (!done() && peek() != close && peek() != '\n') name += take();
    if (peek() != close) return;
    name += take();
    const std::string_view inside = std::string_view(name).substr(1, name.size() - 2);
    for (const char* hiding : {"/*", "//", "\"", "'", "\\"})
      if (inside.find(hiding) != inside.npos) return doubt(line, kHidingName);
    found_.headers.push_back(std::move(name));
  }

  void token(char c) {
    if (c == '<' && is_condition()) return could_open_name();
    if (c == '"' && is_condition() && before_ == '(') return header_name();
    if (c == '"' || c == '\'') return literal();
    if (base::is_digit(c)) return number();
    if (continues_word(c)) return word();
    take();
  }

  bool is_condition() const { return directive_ == "if" || directive_ == "elif"; }

  // `IS_THERE(<R"(>)`, where a macro has become __has_include. After a parenthesis nothing else
  // makes sense; elsewhere `<` compares, and a comment behind it is one.
  void could_open_name() {
    if (before_ == '(') return header_name();
    const auto before = std::pair(at_, line_);
    const std::string rest = rest_without_comments();
    const std::size_t quote = rest.find('"');
    if (quote != rest.npos && rest.find('>', quote) != rest.npos)
      return doubt(before.second, kHidingName);
    std::tie(at_, line_) = before;
    take();
  }

  // It ends with its line at the latest, as compilers have it where text is skipped.
  void literal() {
    const char quote = take();
    while (!done() && peek() != '\n' && peek() != quote)
      if (take() == '\\' && peek() != '\n') take();
    if (peek() == quote) take();
  }

  void number() {
    for (;;) {
      const char c = take();
      const bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
      if (exponent && (peek() == '+' || peek() == '-')) continue;
      if (peek() == '\'') {
        const auto before = std::pair(at_, line_);
        take();
        if (base::is_word(peek())) continue;
        std::tie(at_, line_) = before;
        return;
      }
      if (!continues_word(peek()) && peek() != '.') return;
    }
  }

  void word() {
    const unsigned line = line_;
    const std::string word = name();
    const bool raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (peek() == '"' && raw) return raw_string();
    // Not every character continues a name for every compiler.
    if (peek() == '"' && word.ends_with('R') && !std::ranges::all_of(word, is_ascii))
      doubt(line, kRawString);
    if (!asks_for_file(word)) return;
    if (directive_ == "define") return doubt(line, kAlias);
    asked_name();
  }
  void asked_name() {
    blanks_and_comments();
    if (peek() != '(') return;
    take();
    header_name();
  }

  // Some compilers read the text of a #warning, others only its line.
  void raw_string() {
    if (!directive_.empty() && directive_ != "define") doubt(line_, kRawString);
    const std::size_t open = source_.find('(', at_);
    if (open == source_.npos) return rest_of_line();
    const std::string close = ")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = std::min(source_.find(close, open), source_.size());
    for (; at_ < end; ++at_) line_ += source_[at_] == '\n';
    at_ = std::min(at_ + close.size(), source_.size());
  }

  std::string_view source_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  bool at_line_start_ = true;
  std::string directive_;  ///< whose line this is
  char before_ = '\0';     ///< the token before began with it
  SourceDirectives found_;
};

}  // namespace

SourceDirectives source_directives(std::string_view source) {
  return DirectiveReader(source).read();
}

}  // namespace emu::toolchain
