// By block, near enough: a block has letters of one script, and what else it has is seldom in
// names.
#include "grading/intake/scripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"

namespace grading {
namespace {

struct Block {
  std::uint32_t first, last;
  const char* script;
};

constexpr Block kBlocks[] = {
    {'A', 'Z', "Latin"},          {'a', 'z', "Latin"},           {0xc0, 0x2af, "Latin"},
    {0x370, 0x3ff, "Greek"},      {0x400, 0x52f, "Cyrillic"},    {0x531, 0x58f, "Armenian"},
    {0x590, 0x5ff, "Hebrew"},     {0x620, 0x6ff, "Arabic"},      {0x750, 0x77f, "Arabic"},
    {0x8a0, 0x8ff, "Arabic"},     {0x904, 0x97f, "Devanagari"},  {0x980, 0x9ff, "Bengali"},
    {0xa00, 0xa7f, "Gurmukhi"},   {0xa80, 0xaff, "Gujarati"},    {0xb00, 0xb7f, "Oriya"},
    {0xb80, 0xbff, "Tamil"},      {0xc00, 0xc7f, "Telugu"},      {0xc80, 0xcff, "Kannada"},
    {0xd00, 0xd7f, "Malayalam"},  {0xd80, 0xdff, "Sinhala"},     {0xe00, 0xe7f, "Thai"},
    {0xe80, 0xeff, "Lao"},        {0x1000, 0x109f, "Myanmar"},   {0x10a0, 0x10ff, "Georgian"},
    {0x1200, 0x139f, "Ethiopic"}, {0x13a0, 0x13ff, "Cherokee"},  {0x1400, 0x167f, "Canadian"},
    {0x16a0, 0x16ff, "Runic"},    {0x1c80, 0x1c8f, "Cyrillic"},  {0x1c90, 0x1cbf, "Georgian"},
    {0x1d00, 0x1d7f, "Latin"},    {0x1e00, 0x1eff, "Latin"},     {0x1f00, 0x1fff, "Greek"},
    {0x2c60, 0x2c7f, "Latin"},    {0x2c80, 0x2cff, "Coptic"},    {0x2d00, 0x2d2f, "Georgian"},
    {0xa4d0, 0xa4ff, "Lisu"},     {0xa640, 0xa69f, "Cyrillic"},  {0xa720, 0xa7ff, "Latin"},
    {0xab30, 0xab6f, "Latin"},    {0xab70, 0xabbf, "Cherokee"},  {0xfb13, 0xfb17, "Armenian"},
    {0xfb1d, 0xfb4f, "Hebrew"},   {0xfb50, 0xfdff, "Arabic"},    {0xfe70, 0xfeff, "Arabic"},
    {0xff21, 0xff5a, "Latin"},    {0x10400, 0x1044f, "Deseret"}, {0x118a0, 0x118ff, "Warang Citi"},
};

/// Empty for what belongs to every script, and for Chinese, Japanese and Korean.
std::string_view script_of(std::uint32_t code) {
  const auto* found = std::find_if(
      std::begin(kBlocks), std::end(kBlocks),
      [code](const Block& block) { return block.first <= code && code <= block.last; });
  return found == std::end(kBlocks) ? std::string_view() : found->script;
}

/// Signs of ASCII and blanks. Digits and accents part no words.
bool parts_words(std::uint32_t code) {
  return code <= '/' || (code >= ':' && code <= '@') || (code >= '[' && code <= '`') ||
         (code >= '{' && code <= 0xa0) || (code >= 0x2000 && code <= 0x206f) || code == 0x3000;
}

}  // namespace

std::string scripts_mixed_in(std::string_view name) {
  std::string_view before;
  while (!name.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(name), 1);
    const std::uint32_t code = utf8_length(name) == 0 ? 0 : utf8_code(name.substr(0, length));
    const std::string_view script = script_of(code);
    if (parts_words(code)) before = {};
    if (!script.empty() && !before.empty() && script != before)
      return fmt::format("{} and {}", before, script);
    if (!script.empty()) before = script;
    name.remove_prefix(length);
  }
  return {};
}

}  // namespace grading
