// What must hold for any bytes at all: they are translated, or refused with a line, and that is it.
#pragma once

#include <string_view>

namespace emu::translator {

/// Translates `bytes` as the user's text, in both modes. Aborts when a promise is broken.
void translate_anything(std::string_view bytes);

}  // namespace emu::translator
