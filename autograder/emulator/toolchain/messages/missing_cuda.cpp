#include "toolchain/messages/missing_cuda.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "translator/refusals/refused_names.h"

namespace emu::toolchain {
namespace {

// In alphabetical order.
constexpr std::string_view kNames[] = {
#include "cuda_names.inc"
};

bool is_cudas(std::string_view name) {
  return std::binary_search(std::begin(kNames), std::end(kNames), name);
}

/// Whether a compiler says so of a name that it does not know; g++'s words, then clang++'s.
bool says_unknown(std::string_view words) {
  for (const std::string_view part :
       {" was not declared in this scope", " does not name a type", " has not been declared",
        " so a declaration of ", " is not a member of ", "is not a class template",
        "undeclared identifier ", "unknown type name ", "no member named ", "no type named ",
        "no template named "})
    if (words.find(part) != std::string_view::npos) return true;
  return false;
}

/// What is in quotes: 'x', or ‘x’ where the language has such.
std::vector<std::string_view> quoted(std::string_view words) {
  constexpr std::string_view kOpen = "\xe2\x80\x98", kClose = "\xe2\x80\x99";
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < words.size();) {
    const bool plain = words[at] == '\'', curly = words.substr(at).starts_with(kOpen);
    if (!plain && !curly) {
      ++at;
      continue;
    }
    const std::size_t begin = at + (curly ? kOpen.size() : 1);
    const std::size_t end = words.find(curly ? kClose : "'", begin);
    if (end == std::string_view::npos) break;
    names.push_back(words.substr(begin, end - begin));
    at = end + (curly ? kClose.size() : 1);
  }
  return names;
}

/// Without "cg::" and what follows the name: "tiled_partition<32>".
std::string_view last_part(std::string_view name) {
  name = name.substr(0, name.find_first_of("<("));
  const std::size_t colons = name.rfind("::");
  return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

/// The library that a namespace of the program's words belongs to; empty for others.
std::string_view library_of(std::string_view scope) {
  if (scope == "thrust" || scope.starts_with("thrust::")) return "Thrust";
  if (scope == "cub" || scope.starts_with("cub::")) return "CUB";
  if (scope == "cuda" || scope.starts_with("cuda::")) return "libcu++";
  return "";
}

/// "'struct cudaDeviceProp' has no member named 'clockRate'" → "cudaDeviceProp::clockRate",
/// whichever name comes first; empty for classes that have lost no member.
std::string member_in(std::string_view words, std::vector<std::string_view> names) {
  if (words.find("no member named ") == words.npos || names.size() < 2) return "";
  if (words.starts_with("no member named ")) std::swap(names[0], names[1]);
  constexpr std::string_view kStruct = "struct ";
  if (names[0].starts_with(kStruct)) names[0].remove_prefix(kStruct.size());
  const std::string name = std::string(names[0]) + "::" + std::string(names[1]);
  return translator::why_refused(name).empty() ? "" : name;
}

}  // namespace

std::string missing_cuda(std::string_view words) {
  if (!says_unknown(words)) return "";
  const std::vector<std::string_view> names = quoted(words);
  if (names.empty()) return "";
  std::string name(last_part(names.front()));
  // g++ says the namespace as the program does, and programs call it cg.
  constexpr std::string_view kGroups = "cooperative_groups";
  if (names.size() > 1 && (names[1] == kGroups || names[1] == "cg"))
    name = std::string(kGroups) + "::" + name;
  if (names.size() > 1 && names[1].ends_with("wmma")) name = "nvcuda::wmma::" + name;
  for (const std::string_view scope : names) {
    const std::string_view library = library_of(scope);
    if (library.empty() || scope == names.front()) continue;
    return "'" + std::string(scope) + "::" + name + "' is not part of what the emulator has of " +
           std::string(library);
  }
  if (const std::string member = member_in(words, names); !member.empty()) name = member;
  const std::string_view why = translator::why_refused(name);
  if (why.empty() && !is_cudas(name)) return "";
  const bool is_others = why.starts_with("it belongs to ");
  return "'" + name +
         (is_others ? "' is not CUDA's" : "' is CUDA's, but the emulator does not have it") +
         (why.empty() ? "" : ": " + std::string(why));
}

}  // namespace emu::toolchain
