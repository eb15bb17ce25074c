// The word that begins inline assembly, in its three spellings.
#pragma once

#include "translator/text/tokens.h"

namespace emu::translator {

inline bool is_assembly_keyword(const Token& token) {
  return token.is("asm") || token.is("__asm__") || token.is("__asm");
}

}  // namespace emu::translator
