// Tokens of preprocessed C++, each with the line of the user's file that it stands on.
//
// Only text that comes from the user's files is cut into tokens; everything between two tokens
// (blanks, comments, directives, whole system headers) is passed through by whoever edits.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace emu::translator {

enum class TokenKind : std::uint8_t {
  kIdentifier,  ///< keywords too
  kNumber,
  kString,
  kCharacter,
  kPunctuator,
  kEnd,  ///< empty, at both ends of the list
};

/// Where a character stands, as compilers count: lines and columns from 1.
struct Position {
  std::uint32_t file = 0;  ///< index into `Sources::files`
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  bool operator==(const Position&) const = default;
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  Position at;

  bool is(std::string_view wanted) const { return text == wanted && kind != TokenKind::kString; }
  bool is_identifier() const { return kind == TokenKind::kIdentifier; }
};

/// What a preprocessor leaves of the user's directives: pragmas, `#ident` and their like. Text that
/// came out of `_Pragma` is there too.
struct Directive {
  std::string_view text;  ///< the whole line, from its `#` on
  Position at;
  std::size_t next = 0;  ///< index of the token that follows
};

/// Text of a file that is not the user's, passed over: from one line marker or directive to the
/// next, directives included, blank text not.
struct UnreadText {
  std::string_view text;
  Position at;
};

/// Where the user's text goes over to that of other files, or of the compiler itself.
struct Departure {
  Position from;           ///< of the user's
  std::uint32_t to = 0;    ///< index into `Sources::files`
  std::size_t unread = 0;  ///< index of the first text there
  bool at_first = false;   ///< no file of the user's has been included before
};

/// Where a text says that it comes from.
struct Sources {
  std::vector<std::string> files;  ///< the first has no name: what stands before any line marker
  std::vector<bool> read;          ///< by file: its text is the user's
  std::vector<UnreadText> unread;
  std::vector<Departure> departures;
};

struct TokenList : Sources {
  std::vector<Token> tokens;  ///< the first and the last are `kEnd`
  std::vector<Directive> directives;
};

/// Says whether text of this file is the user's. Asked once for every file that is not a system
/// header.
using IsUserFile = std::function<bool(std::string_view file)>;

/// The tokens of `text`, which must outlive them. Two ways of cutting are this translator's own:
/// `<<<` is one token (unless it follows `operator`), and every `>` is a token by itself, because
/// only a parser knows which of them belong together.
TokenList tokenise(std::string_view text, const IsUserFile& is_user_file);

/// Where the character after `token` stands.
Position end_of(const Token& token);

}  // namespace emu::translator
