#include "checker/shadow/site.h"

#include <algorithm>

#include "checker/modules.h"
#include "checker/state.h"

namespace emu::checker {

std::uint32_t number_site(const void* site) {
  if (!site) return 0;
  if (now.sites == 0) {
    const Segment text = text_around(site);
    now.text_begin = text.begin;
    now.sites = static_cast<std::uint32_t>(std::min<std::size_t>(text.size, kDirectSites));
    if (now.sites != 0) return encode_site(site);
  }
  Shadow& shadow = state.shadow;
  const auto [found, fresh] = shadow.site_numbers.try_emplace(site, 0);
  if (fresh && shadow.numbered_sites.size() < kDirectSites) {
    found->second = kDirectSites + static_cast<std::uint32_t>(shadow.numbered_sites.size());
    shadow.numbered_sites.push_back(site);
  }
  return found->second;
}

const void* address_of_site(std::uint32_t site) {
  if (site == 0) return nullptr;
  if (site >= kDirectSites) return state.shadow.numbered_sites[site - kDirectSites];
  return reinterpret_cast<const void*>(now.text_begin + site);
}

}  // namespace emu::checker
