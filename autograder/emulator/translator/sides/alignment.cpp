#include "translator/sides/alignment.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace emu::translator {
namespace {

// Where each key stands, in ascending order.
class Index {
 public:
  explicit Index(const std::vector<std::string>& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) places_[keys[i]].push_back(i);
  }

  std::optional<std::size_t> next(std::string_view key, std::size_t from) const {
    const auto found = places_.find(key);
    if (found == places_.end()) return std::nullopt;
    const auto place = std::lower_bound(found->second.begin(), found->second.end(), from);
    if (place == found->second.end()) return std::nullopt;
    return *place;
  }

 private:
  std::unordered_map<std::string_view, std::vector<std::size_t>> places_;
};

}  // namespace

std::vector<Difference> differences(const std::vector<std::string>& host,
                                    const std::vector<std::string>& device) {
  const Index in_device(device);
  std::vector<Difference> found;
  std::size_t h = 0, d = 0;
  while (h < host.size() || d < device.size()) {
    if (h < host.size() && d < device.size() && host[h] == device[d]) {
      ++h, ++d;
      continue;
    }
    Difference shortest{h, host.size(), d, device.size()};
    const auto length = [](const Difference& one) {
      return one.host_end - one.host_first + one.device_end - one.device_first;
    };
    for (std::size_t i = h; i < host.size() && i - h < length(shortest); ++i) {
      const auto place = in_device.next(host[i], d);
      if (!place) continue;
      const Difference candidate{h, i, d, *place};
      if (length(candidate) < length(shortest)) shortest = candidate;
    }
    found.push_back(shortest);
    h = shortest.host_end;
    d = shortest.device_end;
  }
  return found;
}

}  // namespace emu::translator
