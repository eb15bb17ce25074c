// Memory that is looked at again and again, as it was when it was looked at last: only pages that
// have changed are worth another look.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>

#include "memory/own.h"

namespace emu {

class ChangedPages {
 public:
  /// Calls use(offset, size, before) for each page that is not as it was; `before` is null for
  /// memory that is seen for the first time, which is one page.
  template <class Use>
  void each(const char* begin, std::size_t size, Use&& use) {
    constexpr std::size_t kPage = 4096;
    memory::OwnVector<char>& seen = seen_[begin];
    if (seen.size() != size) {
      seen.assign(begin, begin + size);
      return use(0, size, nullptr);
    }
    for (std::size_t at = 0; at < size; at += kPage) {
      const std::size_t length = std::min(kPage, size - at);
      if (std::memcmp(begin + at, &seen[at], length) == 0) continue;
      use(at, length, &seen[at]);
      std::memcpy(&seen[at], begin + at, length);
    }
  }

 private:
  using Seen = memory::OwnVector<char>;
  std::map<const char*, Seen, std::less<>, memory::OwnAllocator<std::pair<const char* const, Seen>>>
      seen_;
};

}  // namespace emu
