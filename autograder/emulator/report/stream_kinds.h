// What each kind of stream is called and drawn in, by every writer.
#pragma once

#include <array>
#include <string_view>

#include "report/record.h"

namespace emu::report {

struct StreamLook {
  StreamKind kind;
  std::string_view name;   ///< as in the report
  std::string_view words;  ///< as a person says it
  /// Of fills and text; at least 4.5 : 1 against the ground, and apart from each other for the
  /// colour-blind.
  std::string_view colour, dark;
};

/// In the order of the enumerators.
inline constexpr std::array<StreamLook, 6> kStreamLooks{{
    {StreamKind::kHost, "host", "from the host", "#4f5677", "#78858b"},
    {StreamKind::kNull, "null", "NULL stream", "#1f55d6", "#187bf5"},
    {StreamKind::kNamed, "named", "named stream", "#470c5c", "#e6a7fd"},
    {StreamKind::kPerThread, "per_thread", "per-thread stream", "#1b8062", "#c5fbe8"},
    {StreamKind::kFireAndForget, "fire_and_forget", "fire-and-forget", "#c04a00", "#ee9c6f"},
    {StreamKind::kTail, "tail", "tail", "#06300d", "#44f513"},
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
constexpr std::string_view colour(StreamKind stream) { return look_of(stream).colour; }

}  // namespace emu::report
