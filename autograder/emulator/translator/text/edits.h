// Changes to a text, told in tokens, and the writing of the changed text.
//
// Every token that is not replaced keeps its line and its column: where an edit would shift it, the
// writer puts blanks or a line marker before it. So the compiler's messages point at what the user
// wrote.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "translator/text/unit.h"

namespace emu::translator {

class Edits {
 public:
  explicit Edits(const Unit& unit) : unit_(unit) {}

  void insert_before(std::size_t token, std::string text);
  void insert_after(std::size_t token, std::string text);
  /// The tokens `first` to `last`, both included, give way to `text`.
  void replace(std::size_t first, std::size_t last, std::string text);
  void remove(std::size_t first, std::size_t last) { replace(first, last, ""); }
  /// The tokens `first` to `last` are written before `token`, between `before` and `after`;
  /// `before` starts on the line of token `line_of`. Their own place is for the caller to remove.
  void move_before(std::size_t token, std::size_t first, std::size_t last, std::string before,
                   std::string after, std::size_t line_of);
  /// True when `token` is replaced already.
  bool touches(std::size_t token) const;

  std::string apply() const;

 private:
  // Text of our own, or tokens moved here.
  struct Piece {
    std::string text;
    std::size_t line_of = kNone;
    std::size_t first = kNone;
    std::size_t last = kNone;
  };
  struct Edit {
    std::vector<Piece> before;
    std::vector<Piece> after;
    bool replaced = false;
    std::size_t through = 0;  ///< the last token replaced
    std::string text;         ///< what replaces it
  };
  class Writer;

  const Unit& unit_;
  std::map<std::size_t, Edit> edits_;
};

}  // namespace emu::translator
