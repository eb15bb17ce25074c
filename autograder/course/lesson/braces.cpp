// Reads a C++ text by characters: comments and literals are passed over, braces are paired.
#include "course/lesson/braces.h"

#include <cctype>
#include <vector>

namespace course {

namespace {

constexpr std::string_view kBegin = "// begin: ";
constexpr std::string_view kEnd = "// end: ";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

char closing(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<LooseBrace> read() {
    while (at_ < text_.size() && !found_) step();
    return found_;
  }

 private:
  bool here(std::string_view words) const { return text_.substr(at_).starts_with(words); }

  void step() {
    if (here(kBegin)) return begin_region();
    if (here(kEnd)) end_region();
    if (here("//")) return skip_to('\n');
    if (here("/*")) return skip_comment();
    const char c = text_[at_];
    const bool separator = c == '\'' && at_ > 0 && is_word(text_[at_ - 1]);  // 1'000
    if ((c == '"' || c == '\'') && !separator) return skip_literal(c);
    if (inside_) brace(c);
    move();
  }

  void move() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }
  void skip_to(char end) {
    while (at_ < text_.size() && text_[at_] != end) move();
  }
  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    const std::size_t last = end == text_.npos ? text_.size() : end + 2;
    while (at_ < last) move();
  }
  /// A literal that has no end ends with its line, where the compiler complains of it.
  void skip_literal(char quote) {
    move();
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) move();
      move();
    }
    if (at_ < text_.size()) move();
  }

  void begin_region() {
    const std::size_t end = text_.find('\n', at_);
    region_ = text_.substr(at_ + kBegin.size(), end - at_ - kBegin.size());
    inside_ = true;
    open_.clear();
    skip_to('\n');
  }
  void end_region() {
    if (inside_ && !open_.empty()) found_ = open_.back();
    inside_ = false;
  }

  void brace(char c) {
    if (c == '(' || c == '[' || c == '{') open_.push_back(this_brace());
    if (c != ')' && c != ']' && c != '}') return;
    if (open_.empty()) {
      found_ = this_brace();
    } else if (closing(open_.back().brace) != c) {
      found_ = open_.back();
    } else {
      open_.pop_back();
    }
  }
  LooseBrace this_brace() const {
    return {region_, line_, static_cast<int>(at_ - line_start_) + 1, text_[at_]};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  bool inside_ = false;
  std::string region_;
  std::vector<LooseBrace> open_;
  std::optional<LooseBrace> found_;
};

}  // namespace

std::optional<LooseBrace> loose_brace(std::string_view exercise) { return Reader(exercise).read(); }

}  // namespace course
