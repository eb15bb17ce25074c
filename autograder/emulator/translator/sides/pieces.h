// A side's text, cut into pieces: the declarations of namespaces and classes, and what is between.
//
// A *side* is what a `.cu` file is for the host, where `__CUDA_ARCH__` is not defined, or for the
// device, where it is. Most pieces of the two are the same.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "translator/text/scopes.h"
#include "translator/text/unit.h"

namespace emu::translator {

enum class PieceKind {
  kOpening,      ///< `namespace x {`, `struct S : T {`, `public:`
  kClosing,      ///< `}`, `} name;`
  kFunction,     ///< declared or defined
  kDeclaration,  ///< any other
  kBetween,      ///< directives, and text of headers that are not the user's
};

struct Piece {
  PieceKind kind = PieceKind::kDeclaration;
  std::size_t first = kNone;           ///< its first token; of kBetween the one that follows
  std::size_t last = kNone;            ///< its last token; not for kBetween
  const Function* function = nullptr;  ///< of kFunction
  std::string_view between{};          ///< of kBetween: lines, with the marker before them
};

/// One side: its text, which must outlive this, and what is known of it.
struct Side {
  Side(std::string_view text, const IsUserFile& is_user_file)
      : unit(text, is_user_file), scopes(unit) {}

  Unit unit;
  Scopes scopes;
  /// Names that the device's side declares otherwise than the host's, and what it calls them.
  std::unordered_map<std::string_view, std::string> renamed;

  /// A token as it is to be written.
  std::string_view word(std::size_t token) const;
};

std::vector<Piece> pieces_of(const Side& side);

/// Two pieces that say the same, at the same place.
std::string key_of(const Side& side, const Piece& piece);

}  // namespace emu::translator
