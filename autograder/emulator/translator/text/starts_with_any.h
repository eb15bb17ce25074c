// Whether a name begins in one of several ways.
#pragma once

#include <initializer_list>
#include <string_view>

namespace emu {

inline bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> starts) {
  for (const std::string_view start : starts)
    if (name.starts_with(start)) return true;
  return false;
}

}  // namespace emu
