// The color key (color_key.inc) for C++: each thing that pictures show has one color, light and
// dark.
#pragma once

#include <string_view>

namespace emu::report {

struct KeyColor {
  std::string_view name, light, dark;
};

inline constexpr KeyColor kColorKey[] = {
#define COLOR(name, light, dark, words) {#name, light, dark},
#include "report/color_key.inc"
#undef COLOR
};

/// A name that the key lacks does not compile.
consteval KeyColor key_color(std::string_view name) {
  for (const KeyColor& color : kColorKey)
    if (color.name == name) return color;
  throw "the color key has no such name";
}

}  // namespace emu::report
