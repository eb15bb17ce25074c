#include "translator/ptx/ptx_operands.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/text.h"

namespace emu::translator {
namespace {

bool is_hexadecimal(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool is_binary(char c) { return c == '0' || c == '1'; }
bool is_octal(char c) { return c >= '0' && c <= '7'; }
bool is_word_letter(char c) {
  return base::is_letter(c) || base::is_digit(c) || c == '_' || c == '$';
}

// At least one, and all of this kind.
bool all(std::string_view text, bool (*is)(char)) {
  return !text.empty() && std::ranges::all_of(text, is);
}

bool starts_with(std::string_view word, char digit, char letter) {
  return word.size() > 2 && word[0] == digit && (word[1] | 0x20) == letter;
}

// `12`, `0x1F`, `017`, `0b101`, each with or without the `U` of PTX.
bool is_integer(std::string_view word) {
  if (word.ends_with('U')) word.remove_suffix(1);
  if (starts_with(word, '0', 'x')) return all(word.substr(2), is_hexadecimal);
  if (starts_with(word, '0', 'b')) return all(word.substr(2), is_binary);
  return all(word, word.starts_with('0') ? is_octal : base::is_digit);
}

// `1.5`, `2e3`, `1.e-3`
bool is_decimal_fraction(std::string_view word) {
  if (word.find_first_of(".eE") == std::string_view::npos) return false;
  const std::size_t exponent = std::min(word.find_first_of("eE"), word.size());
  if (exponent < word.size()) {
    std::string_view power = word.substr(exponent + 1);
    if (power.starts_with('-') || power.starts_with('+')) power.remove_prefix(1);
    if (!all(power, base::is_digit)) return false;
  }
  const std::string_view digits = word.substr(0, exponent);
  const std::size_t dot = std::min(digits.find('.'), digits.size());
  const std::string_view behind = digits.substr(std::min(dot + 1, digits.size()));
  return all(digits.substr(0, dot), base::is_digit) &&
         (behind.empty() || all(behind, base::is_digit));
}

// `0f3F800000` is a float by its bits, `0d…` a double: PTX has all of their digits written.
std::optional<std::string> number_by_bits(std::string_view word) {
  const bool single = starts_with(word, '0', 'f');
  const std::string_view bits = word.substr(2);
  if (bits.size() != (single ? 8 : 16) || !all(bits, is_hexadecimal)) return std::nullopt;
  return (single ? "::emu::bits_as<float>(0x" : "::emu::bits_as<double>(0x") + std::string(bits) +
         (single ? "u)" : "ull)");
}

// Only a well-formed number becomes C++: no pass reads the text that comes of it.
std::optional<std::string> number(std::string_view word) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative ? 1 : 0);
  if (starts_with(digits, '0', 'f') || starts_with(digits, '0', 'd')) {
    const auto bits = number_by_bits(digits);
    return bits && negative ? std::optional("-" + *bits) : bits;
  }
  if (!is_integer(digits) && !is_decimal_fraction(digits)) return std::nullopt;
  return std::string(word);
}

}  // namespace

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

bool is_ptx_name(std::string_view word) {
  if (word.empty() || base::is_digit(word.front())) return false;
  const std::size_t first = word.starts_with('%') ? 1 : 0;
  return word.size() > first && !base::is_digit(word[first]) &&
         all(word.substr(first), is_word_letter);
}

bool is_ptx_opcode(std::string_view word) {
  const auto belongs = [](char c) {
    return base::is_letter(c) || base::is_digit(c) || c == '.' || c == ':' || c == '_';
  };
  return !word.empty() && base::is_letter(word.front()) && all(word, belongs);
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
    parts.emplace_back(base::trimmed(text.substr(first, i - first)));
    first = i + 1;
  }
  return parts;
}

}  // namespace emu::translator
