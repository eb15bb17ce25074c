// How surely a failure names its cause. One mistake makes many checks fail: a launch into the wrong
// stream also races and leaves wrong values. What names the cause most surely is told first.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

/// The surest first.
enum class Cause {
  kCall,     ///< a launch or a CUDA call known to be wrong: its shape, its stream, its error unseen
  kOrder,    ///< an order between grids that the record of launches lacks, or has without need
  kAddress,  ///< an address that is in no memory, or in memory that is not to be used there
  kRace,     ///< two accesses that nothing orders
  kEnding,   ///< a crash, a time limit, memory not freed: the cause may be anywhere
  kValue,    ///< a wrong result, or another number of launches
};

inline constexpr std::array<std::string_view, 6> kCauseNames{"call", "order",  "address",
                                                             "race", "ending", "value"};

/// The stable name in results and verdicts: "race".
inline std::string_view cause_name(Cause cause) {
  return kCauseNames.at(static_cast<std::size_t>(cause));
}

/// kValue for a name that is none.
inline Cause cause_from(std::string_view name) {
  const auto* found = std::find(kCauseNames.begin(), kCauseNames.end(), name);
  return found == kCauseNames.end() ? Cause::kValue
                                    : static_cast<Cause>(found - kCauseNames.begin());
}
