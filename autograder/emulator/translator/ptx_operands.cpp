#include "ptx_operands.h"

#include <cctype>
#include <charconv>

namespace emu::translator {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// `0f3F800000` is a float by its bits, `0d…` a double; else C++ reads the number as PTX does.
std::optional<std::string> number(std::string_view word) {
  const std::string_view digits = word.starts_with('-') ? word.substr(1) : word;
  if (digits.empty() || std::isdigit(static_cast<unsigned char>(digits.front())) == 0) {
    return std::nullopt;
  }
  if (word.starts_with("0f") || word.starts_with("0F"))
    return "::emu::bits_as<float>(0x" + std::string(word.substr(2)) + "u)";
  if (word.starts_with("0d") || word.starts_with("0D"))
    return "::emu::bits_as<double>(0x" + std::string(word.substr(2)) + "ull)";
  for (const char c : digits) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') return std::nullopt;
  }
  return std::string(word);
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::string> ptx_operand(std::string_view word, const PtxOperands& operands) {
  const auto declared = operands.registers.find(std::string(word));
  if (declared != operands.registers.end()) return declared->second;
  if (!word.starts_with('%')) return number(word);
  std::size_t index = 0;
  const auto read = std::from_chars(word.data() + 1, word.data() + word.size(), index);
  if (read.ec != std::errc{} || read.ptr != word.data() + word.size()) return std::nullopt;
  if (index >= operands.expressions.size()) return std::nullopt;
  return operands.expressions[index];
}

std::string ptx_type(std::string_view name) {
  static const std::unordered_map<std::string_view, const char*> kTypes = {
      {"s8", "std::int8_t"},   {"u8", "std::uint8_t"},   {"b8", "std::uint8_t"},
      {"s16", "std::int16_t"}, {"u16", "std::uint16_t"}, {"b16", "std::uint16_t"},
      {"s32", "std::int32_t"}, {"u32", "std::uint32_t"}, {"b32", "std::uint32_t"},
      {"s64", "std::int64_t"}, {"u64", "std::uint64_t"}, {"b64", "std::uint64_t"},
      {"f32", "float"},        {"f64", "double"},        {"pred", "bool"}};
  const auto found = kTypes.find(name);
  return found == kTypes.end() ? "" : found->second;
}

std::vector<std::string> split_operands(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (i < text.size() && (c != ',' || depth != 0)) continue;
    parts.emplace_back(trimmed(text.substr(first, i - first)));
    first = i + 1;
  }
  return parts;
}

}  // namespace emu::translator
