// A C++ text as a compiler's first steps see it: without comments and blanks, lines that end with a
// backslash joined, digraphs as what they stand for.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace course {

struct Token {
  std::string text;
  std::size_t line = 0;    ///< from 1
  std::size_t column = 0;  ///< from 1
  bool of_directive = false;
  bool begins_directive = false;  ///< the # of one
  bool follows_at_once = false;   ///< nothing stands between the token before and this one
  bool is_line = false;           ///< a number that is its own line's, as __LINE__ makes them
  bool goes_on = false;           ///< a character that makes one operator with the one before: >>

  bool operator==(const Token& other) const {
    const bool same = text == other.text || (is_line && other.is_line);
    return same && begins_directive == other.begins_directive && goes_on == other.goes_on;
  }
};

struct Code {
  std::vector<Token> tokens;
  std::vector<std::pair<std::size_t, std::size_t>> comments;  ///< first and last line of each /* */
  std::size_t open_line = 0;  ///< where a comment or literal begins that does not end; 0: none
};

/// Requires: `text` begins outside of comments and literals. Its first line is number `line`.
Code code_of(std::string_view text, std::size_t line = 1);

struct Refusal {
  std::string words;  ///< a sentence
  std::size_t line = 0, column = 0;
};

/// At the place of a token.
Refusal refusal_at(const Token& token, std::string words);

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words);

/// Whether a token is a name or a keyword.
bool is_name(const Token& token);

}  // namespace course
