// See refusals.h.
#include "report/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "report/costs.h"
#include "report/forest.h"

namespace emu::report {

std::string file_name(std::string_view path) {
  return std::string(path.substr(path.find_last_of('/') + 1));
}

std::vector<std::string> refusals_in_words(const Run& run) {
  using Key = std::tuple<std::uint32_t, std::int32_t, std::string_view, std::uint32_t>;
  std::map<Key, std::uint64_t> counts;
  std::vector<const Refused*> first;
  const auto key = [](const Refused& r) {
    return Key{r.kernel, r.error, r.origin.file, r.origin.line};
  };
  for (const Refused& r : run.refused) {
    if (++counts[key(r)] == 1) first.push_back(&r);
  }
  std::vector<std::string> words;
  for (const Refused* r : first) {
    const std::uint64_t count = counts[key(*r)];
    const bool known = r->kernel < run.kernels.size();
    words.push_back(fmt::format(
        "{} {} of {} refused: {} ({}) at {}:{}", count, count == 1 ? "launch" : "launches",
        shortened(known ? run.kernels[r->kernel].name : "?", 30), r->error_name, r->error,
        file_name(r->origin.file), r->origin.line));
  }
  return words;
}

std::uint64_t tried_at_ns(const Run& run, const Refused& refused) {
  const Span& parent = run.launches[refused.origin.parent - 1].time;
  const auto after = static_cast<double>(refused.origin.parent_cycles) / costs::kCyclesPerNs;
  return std::min(parent.start_ns + static_cast<std::uint64_t>(after), parent.end_ns);
}

}  // namespace emu::report
