// Code addresses in 22 bits: offsets into the user's code where they fit, numbers elsewhere.
#pragma once

#include "checker/current.h"
#include "checker/shadow/stamp.h"

namespace emu::checker {

inline constexpr std::uint32_t kDirectSites = 1u << (kSiteBits - 1);

/// A number for an address that is not in the first 2 MiB of the user's code; 0 for null.
std::uint32_t number_site(const void* site);
/// The address that a site stands for; null when unknown.
const void* address_of_site(std::uint32_t site);

inline bool is_direct_site(const void* site) {
  return reinterpret_cast<std::uintptr_t>(site) - now.text_begin < now.sites;
}
inline Stamp direct_site(const void* site) {
  return (reinterpret_cast<std::uintptr_t>(site) - now.text_begin) << kWhoBits;
}
inline std::uint32_t encode_site(const void* site) {
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(site) - now.text_begin;
  return offset < now.sites ? static_cast<std::uint32_t>(offset) : number_site(site);
}
inline Stamp stamp_site(const void* site) { return Stamp{encode_site(site)} << kWhoBits; }
inline const void* site_of(Stamp s) {
  return address_of_site(static_cast<std::uint32_t>(s >> kWhoBits));
}

}  // namespace emu::checker
