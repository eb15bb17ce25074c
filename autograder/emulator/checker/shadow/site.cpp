#include "checker/shadow/site.h"

#include <unordered_map>
#include <vector>

#include "checker/modules.h"

namespace emu::checker {

namespace {

std::vector<const void*>& numbered() {
  static std::vector<const void*> list{nullptr};
  return list;
}

}  // namespace

std::uint32_t number_site(const void* site) {
  if (!site) return 0;
  if (now.sites == 0) {
    const Segment text = text_around(site);
    now.text_begin = text.begin;
    now.sites = static_cast<std::uint32_t>(std::min<std::size_t>(text.size, kDirectSites));
    if (now.sites != 0) return encode_site(site);
  }
  static std::unordered_map<const void*, std::uint32_t> numbers;
  const auto [found, fresh] = numbers.try_emplace(site, 0);
  if (fresh && numbered().size() < kDirectSites) {
    found->second = kDirectSites + static_cast<std::uint32_t>(numbered().size());
    numbered().push_back(site);
  }
  return found->second;
}

const void* address_of_site(std::uint32_t site) {
  if (site == 0) return nullptr;
  if (site >= kDirectSites) return numbered()[site - kDirectSites];
  return reinterpret_cast<const void*>(now.text_begin + site);
}

}  // namespace emu::checker
