// Which number is there twice, and which not at all.
#include "harness/records.h"

#include <fmt/format.h>

namespace harness {

std::string why_not_each_once(const std::vector<long long>& values, std::size_t wanted,
                              const std::string& name) {
  constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  std::vector<std::size_t> place(wanted, kNowhere);
  std::string first;
  std::size_t there = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool in_range = values[i] >= 0 && static_cast<std::size_t>(values[i]) < wanted;
    if (!in_range) {
      if (first.empty()) {
        first = fmt::format("{}[{}] is {}, which is not between 0 and {}", name, i, values[i],
                            static_cast<long long>(wanted) - 1);
      }
      continue;
    }
    std::size_t& at = place[static_cast<std::size_t>(values[i])];
    if (at == kNowhere) {
      at = i;
      ++there;
    } else if (first.empty()) {
      first = fmt::format("{} is there more than once: {}[{}] and {}[{}]", values[i], name, at,
                          name, i);
    }
  }
  if (there == wanted && first.empty()) return {};
  const auto missing = std::ranges::find(place, kNowhere);
  if (missing == place.end()) return first;
  const std::string gap = fmt::format("{} of {} numbers not there, {} the first", wanted - there,
                                      wanted, missing - place.begin());
  return first.empty() ? gap : first + "\n" + gap;
}

}  // namespace harness
