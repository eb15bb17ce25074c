// What each kind of stream is called and drawn in, by every writer.
#pragma once

#include <array>
#include <string_view>

#include "report/color_key.h"
#include "report/record.h"

namespace emu::report {

struct StreamLook {
  StreamKind kind;
  std::string_view name;         ///< as in the report
  std::string_view words;        ///< as a person says it
  std::string_view color, dark;  ///< of fills and text, from the color key
};

/// A kind has the same name in the report and in the color key.
consteval StreamLook look(StreamKind kind, std::string_view name, std::string_view words) {
  return {kind, name, words, key_color(name).light, key_color(name).dark};
}

/// In the order of the enumerators.
inline constexpr std::array<StreamLook, 6> kStreamLooks{{
    look(StreamKind::kHost, "host", "from the host"),
    look(StreamKind::kNull, "null", "NULL stream"),
    look(StreamKind::kNamed, "named", "named stream"),
    look(StreamKind::kPerThread, "per_thread", "per-thread stream"),
    look(StreamKind::kFireAndForget, "fire_and_forget", "fire-and-forget"),
    look(StreamKind::kTail, "tail", "tail"),
}};

constexpr const StreamLook& look_of(StreamKind stream) {
  return kStreamLooks[static_cast<std::size_t>(stream)];
}
static_assert([] {
  for (const StreamLook& look : kStreamLooks)
    if (&look != &look_of(look.kind)) return false;
  return true;
}());

constexpr std::string_view stream_name(StreamKind stream) { return look_of(stream).name; }
constexpr std::string_view stream_words(StreamKind stream) { return look_of(stream).words; }
constexpr std::string_view color(StreamKind stream) { return look_of(stream).color; }

}  // namespace emu::report
