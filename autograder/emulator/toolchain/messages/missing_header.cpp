#include "toolchain/messages/missing_header.h"

#include <algorithm>

#include "translator/refusals/refused_names.h"

namespace emu::toolchain {
namespace {

constexpr std::string_view kFatal = "fatal error: ";

/// What colors a terminal, at the begin of `text`, goes.
void drop_colors(std::string_view& text) {
  while (text.starts_with('\33'))
    text.remove_prefix(std::min(text.find_first_of("mK"), text.size() - 1) + 1);
}

/// The header that the line says was not found, in g++'s or in clang++'s words; empty for others.
std::string_view header_not_found(std::string_view line) {
  const std::size_t fatal = line.find(kFatal);
  if (fatal == line.npos) return "";
  std::string_view words = line.substr(fatal + kFatal.size());
  drop_colors(words);
  if (const std::size_t end = words.find(": No such file or directory"); end != words.npos)
    return words.substr(0, end);
  const std::size_t end = words.find("' file not found");
  return words.starts_with('\'') && end != words.npos ? words.substr(1, end - 1) : "";
}

/// The same line with why there is no such header; empty where that is not known.
std::string with_reason(std::string_view line) {
  const std::string header(header_not_found(line));
  const std::string_view why = header.empty() ? "" : translator::why_refused("header:" + header);
  if (why.empty()) return "";
  std::string told(line.substr(0, line.find(kFatal) + kFatal.size()));
  if (line.find('\33') != line.npos) told += "\33[m\33[K";
  return told + "the emulator does not have <" + header + ">: " + std::string(why);
}

}  // namespace

std::string about_missing_headers(std::string_view messages) {
  std::string told;
  bool replaced = false;
  while (!messages.empty()) {
    const std::size_t end = std::min(messages.find('\n'), messages.size());
    const std::string_view line = messages.substr(0, end);
    messages.remove_prefix(std::min(end + 1, messages.size()));
    const std::string reason = with_reason(line);
    replaced = replaced || !reason.empty();
    if (replaced && line == "compilation terminated.") continue;
    told += (reason.empty() ? std::string(line) : reason) + "\n";
  }
  return told;
}

}  // namespace emu::toolchain
