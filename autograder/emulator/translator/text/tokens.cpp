// One pass over the text. System headers, most of what a preprocessor prints, are skipped from
// line marker to line marker.
#include "translator/text/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "translator/text/letters.h"
#include "translator/text/line_marker.h"

namespace emu::translator {
namespace {

constexpr std::array<std::string_view, 23> kLongPunctuators = {
    "<<<", "<<=", "<=>", "...", "->*", "<<", "<=", ">=", "==", "!=", "&&", "||",
    "++",  "--",  "->",  "::",  "+=",  "-=", "*=", "/=", "%=", "|=", "^=",
};

bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}
/// How much of a name stands at the beginning of `text`: a character; 0 when it is none of a
/// name's.
std::size_t length_of_start(std::string_view text) {
  if (!text.empty() && starts_identifier(text[0])) return 1;
  return letter_beyond_ascii(text).length;
}
std::size_t length_in_identifier(std::string_view text) {
  return !text.empty() && base::is_digit(text[0]) ? 1 : length_of_start(text);
}

class Tokeniser {
 public:
  Tokeniser(std::string_view text, const IsUserFile& is_user_file)
      : text_(text), is_user_file_(is_user_file) {
    list_.files.emplace_back();
    list_.read.push_back(true);
    list_.tokens.push_back({TokenKind::kEnd, text_.substr(0, 0), {}});
  }

  TokenList run() {
    while (offset_ < text_.size()) step();
    list_.tokens.push_back({TokenKind::kEnd, text_.substr(text_.size()), here()});
    return std::move(list_);
  }

 private:
  void step() {
    const char c = text_[offset_];
    if (c == '\n') {
      start_line(offset_ + 1);
    } else if (c == '#' && at_line_start_) {
      directive();
    } else if (!user_) {
      skip_system_text();
    } else if (base::is_space(c) || looking_at("\\\n")) {
      ++offset_;
    } else if (looking_at("//")) {
      offset_ = std::min(text_.find('\n', offset_), text_.size());
    } else if (looking_at("/*")) {
      block_comment();
    } else {
      at_line_start_ = false;
      token();
    }
  }

  void start_line(std::size_t at) {
    offset_ = line_start_ = at;
    ++line_;
    at_line_start_ = true;
  }

  void skip_system_text() {
    const std::size_t next = text_.find("\n#", offset_);
    const std::size_t end = std::min(next, text_.size());
    const auto first =
        std::find_if_not(text_.begin() + offset_, text_.begin() + end, base::is_space);
    if (first != text_.begin() + end) add_unread(end);
    advance_over_lines(end);
    if (end == next) start_line(next + 1);
  }

  void add_unread(std::size_t end) {
    list_.unread.push_back({text_.substr(offset_, end - offset_), here()});
  }

  void directive() {
    std::size_t end = std::min(text_.find('\n', offset_), text_.size());
    const std::string_view line = text_.substr(offset_, end - offset_);
    // Compilers begin a line with a marker. One behind a blank comes from a macro of the user's,
    // `#define HASH #`, and compilers do not agree on what it is.
    const auto marker = offset_ == line_start_ ? parse_line_marker(line) : std::nullopt;
    if (!marker && user_ && file_ != 0) {  // before the first marker stands the compiler's own
      list_.directives.push_back({line, here(), list_.tokens.size()});
    }
    if (!marker && !user_) add_unread(end);
    offset_ = end;
    at_line_start_ = false;
    if (!marker) return;
    const Position from = here();
    const bool left = std::exchange(user_, enter(*marker)) && !user_;
    if (left) list_.departures.push_back({from, file_, list_.unread.size(), !included_own_});
    included_own_ |= user_ && marker->enters;
    line_ = marker->line - 1;  // the line end adds the one
  }

  // A marker inside a user's file may carry the system flag too: it says that the next tokens come
  // out of a system header's macro. So the flag counts only where a file is first seen.
  // Says whether the file is the user's.
  bool enter(const LineMarker& marker) {
    const auto known = files_.find(marker.file);
    if (known != files_.end()) {
      file_ = known->second;
    } else {
      list_.files.push_back(marker.file);
      list_.read.push_back(!marker.system && is_user_file_(marker.file));
      file_ = static_cast<std::uint32_t>(list_.files.size() - 1);
      files_.emplace(marker.file, file_);
    }
    return list_.read[file_];
  }

  void block_comment() {
    std::size_t end = text_.find("*/", offset_ + 2);
    end = end == std::string_view::npos ? text_.size() : end + 2;
    advance_over_lines(end);
  }

  void advance_over_lines(std::size_t end) {
    const std::string_view passed = text_.substr(0, end);  // no further: a line may be very long
    for (std::size_t at = passed.find('\n', offset_); at < end; at = passed.find('\n', at + 1)) {
      ++line_;
      line_start_ = at + 1;
    }
    offset_ = end;
  }

  void token() {
    const char c = text_[offset_];
    if (length_of_start(text_.substr(offset_)) > 0) return identifier_or_prefixed_literal();
    if (base::is_digit(c) ||
        (c == '.' && offset_ + 1 < text_.size() && base::is_digit(text_[offset_ + 1]))) {
      return add(TokenKind::kNumber, number_end());
    }
    if (c == '"') return literal(TokenKind::kString, literal_end(offset_, '"'));
    if (c == '\'') return literal(TokenKind::kCharacter, literal_end(offset_, '\''));
    add(TokenKind::kPunctuator, offset_ + punctuator_length());
  }

  void identifier_or_prefixed_literal() {
    const std::size_t end = name_end(offset_);
    const std::string_view word = text_.substr(offset_, end - offset_);
    const bool prefix = word == "L" || word == "u" || word == "U" || word == "u8";
    const bool raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (end < text_.size() && text_[end] == '"' && raw) {
      return literal(TokenKind::kString, raw_string_end(end));
    }
    if (end < text_.size() && text_[end] == '"' && prefix) {
      return literal(TokenKind::kString, literal_end(end, '"'));
    }
    if (end < text_.size() && text_[end] == '\'' && prefix) {
      return literal(TokenKind::kCharacter, literal_end(end, '\''));
    }
    add(TokenKind::kIdentifier, end);
  }

  // What follows a literal at once is its suffix, even an R in front of a quotation mark.
  void literal(TokenKind kind, std::size_t end) {
    add(kind, length_of_start(text_.substr(end)) > 0 ? name_end(end) : end);
  }

  std::size_t name_end(std::size_t end) const {
    while (const std::size_t length = length_in_identifier(text_.substr(end))) end += length;
    return end;
  }

  std::size_t number_end() const {
    std::size_t end = offset_;
    while (end < text_.size()) {
      const char c = text_[end];
      const char before = end > offset_ ? text_[end - 1] : '\0';
      const bool exponent_sign =
          (c == '+' || c == '-') && std::string_view("eEpP").find(before) != std::string_view::npos;
      // As compilers have it: before a digit, an ASCII letter or an underscore.
      const bool separator = c == '\'' && end + 1 < text_.size() && base::is_word(text_[end + 1]);
      const std::size_t letter = length_in_identifier(text_.substr(end));
      if (letter == 0 && c != '.' && !(exponent_sign && before != '\0') && !separator) break;
      end += std::max<std::size_t>(letter, 1);
    }
    return end;
  }

  // An unterminated literal ends with its line, so that one typing error does not swallow a file.
  std::size_t literal_end(std::size_t quote_at, char quote) const {
    std::size_t end = quote_at + 1;
    while (end < text_.size() && text_[end] != '\n') {
      if (text_[end] == quote) return end + 1;
      end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    }
    return std::min(end, text_.size());
  }

  std::size_t raw_string_end(std::size_t quote_at) const {
    const std::size_t open = text_.find('(', quote_at);
    if (open == std::string_view::npos) return text_.size();
    std::string close = ")";
    close += text_.substr(quote_at + 1, open - quote_at - 1);
    close += '"';
    const std::size_t at = text_.find(close, open);
    return at == std::string_view::npos ? text_.size() : at + close.size();
  }

  std::size_t punctuator_length() const {
    const bool after_operator = list_.tokens.back().is("operator");
    for (const std::string_view candidate : kLongPunctuators) {
      if (looking_at(candidate) && !(after_operator && candidate == "<<<")) {
        return candidate.size();
      }
    }
    return 1;
  }

  void add(TokenKind kind, std::size_t end) {
    list_.tokens.push_back({kind, text_.substr(offset_, end - offset_), here()});
    advance_over_lines(end);
  }

  Position here() const {
    return {file_, line_, static_cast<std::uint32_t>(offset_ - line_start_ + 1)};
  }
  bool looking_at(std::string_view what) const {
    return text_.substr(offset_, what.size()) == what;
  }

  std::string_view text_;
  const IsUserFile& is_user_file_;
  TokenList list_;
  std::unordered_map<std::string, std::uint32_t> files_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t file_ = 0;
  bool user_ = true;
  bool included_own_ = false;
  bool at_line_start_ = true;
};

}  // namespace

TokenList tokenise(std::string_view text, const IsUserFile& is_user_file) {
  return Tokeniser(text, is_user_file).run();
}

Position end_of(const Token& token) {
  Position end = token.at;
  for (const char c : token.text) {
    end.column = c == '\n' ? 1 : end.column + 1;
    end.line += c == '\n' ? 1 : 0;
  }
  return end;
}

}  // namespace emu::translator
