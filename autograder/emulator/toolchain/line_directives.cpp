// As much of C++'s lexical grammar as is needed to know where comments, literals and directives
// are: lines that a backslash continues, raw strings, in which it continues nothing, digit
// separators.
#include "line_directives.h"

#include <cctype>
#include <string>
#include <tuple>
#include <utility>

#include "source_bytes.h"

namespace emu::toolchain {
namespace {

bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '\\' ||
         (c & 0x80) != 0;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {
    if (source_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  std::vector<unsigned> read() {
    while (!done()) step();
    return std::move(found_);
  }

 private:
  // A backslash, blanks and a line end are nothing at all, but for raw strings.
  void skip_splices() {
    while (at_ < source_.size() && source_[at_] == '\\') {
      std::size_t end = at_ + 1;
      while (end < source_.size() && is_blank(source_[end])) ++end;
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
      return;
    }
    if (is_blank(c)) return void(take());
    if (took('/', '*')) return comment();
    if (took('/', '/')) return rest_of_line();
    at_line_start_ = false;
    if (first && (took('%', ':') || (c == '#' && take()))) return directive();
    token(c);
  }

  void comment() {
    while (!done() && !took('*', '/')) take();
  }
  void rest_of_line() {
    while (!done() && peek() != '\n') take();
  }
  void blanks_and_comments() {
    for (;;) {
      if (is_blank(peek()))
        take();
      else if (took('/', '*'))
        comment();
      else
        return;
    }
  }

  void directive() {
    const unsigned line = line_;
    blanks_and_comments();
    std::string name;
    if (std::isdigit(static_cast<unsigned char>(peek())) != 0) return found_.push_back(line);
    while (continues_word(peek())) name += take();
    if (name == "line") return found_.push_back(line);
    if (name.find("include") != name.npos || name == "import" || name == "embed") header_name();
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
    take();
    for (const char* hiding : {"/*", "//", "\"", "'", "\\"})
      if (name.find(hiding, 1) != name.npos) return found_.push_back(line);
  }

  void token(char c) {
    if (c == '"' || c == '\'') return literal();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    if (continues_word(c)) return word();
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
        if (continues_word(peek())) continue;
        std::tie(at_, line_) = before;
        return;
      }
      if (!continues_word(peek()) && peek() != '.') return;
    }
  }

  void word() {
    std::string name;
    while (continues_word(peek())) name += take();
    const bool raw = name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R";
    if (raw && peek() == '"') return raw_string();
    if (name.starts_with("__has_include") || name.starts_with("__has_embed")) asked_name();
  }
  void asked_name() {
    blanks_and_comments();
    if (peek() != '(') return;
    take();
    header_name();
  }

  void raw_string() {
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
  std::vector<unsigned> found_;
};

}  // namespace

std::vector<unsigned> line_directives(std::string_view source) { return Reader(source).read(); }

}  // namespace emu::toolchain
