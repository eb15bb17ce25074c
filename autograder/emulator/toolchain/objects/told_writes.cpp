#include "toolchain/objects/told_writes.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace emu::toolchain {
namespace {

std::optional<long> number(std::string_view text) {
  if (text.empty()) return 0;
  if (!is_number(text)) return {};
  long value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// "$8" → 8
std::optional<long> constant(std::string_view operand) {
  if (!operand.starts_with('$')) return {};
  return number(operand.substr(1));
}

/// What all parts of a register have in common: "%rax", "%al" → "a", "%edi" → "di", "%r10d" → "10".
std::string_view core_of(std::string_view name) {
  name.remove_prefix(1);
  if (name.starts_with('r') || name.starts_with('e')) name.remove_prefix(1);
  if (const std::size_t digits = name.find_first_not_of("0123456789"); digits != 0)
    return name.substr(0, digits);
  const bool has_two = name.size() > 1 && (name[1] == 'i' || name[1] == 'p');
  return name.substr(0, has_two ? 2 : 1);
}

bool is_register(std::string_view operand) {
  return operand.starts_with('%') && operand.find_first_of("(:") == std::string_view::npos;
}

/// Is it, or a part of it, among "%rax,%rcx,4"?
bool has_register(std::string_view registers, std::string_view one) {
  return std::ranges::any_of(operands(registers), [&](std::string_view part) {
    return is_register(part) && core_of(part) == core_of(one);
  });
}

/// "8(%rbx)" → both parts.
std::optional<Address> address_of(std::string_view operand) {
  const std::size_t bracket = operand.find('(');
  if (bracket == std::string_view::npos || !operand.ends_with(')')) return {};
  return Address{operand.substr(0, bracket),
                 operand.substr(bracket + 1, operand.size() - bracket - 2)};
}

constexpr int kAsSecondArgument = -1;
/// How many bytes a hook tells of; 0: it is none for writes.
int told_by(std::string_view function) {
  function = function.substr(0, function.find('@'));
  if (function == "__tsan_vptr_update") return 8;
  if (function == "__tsan_write_range") return kAsSecondArgument;
  for (const std::string_view begin :
       {"__tsan_write", "__tsan_read_write", "__tsan_unaligned_write",
        "__tsan_unaligned_read_write", "__tsan_volatile_write", "__tsan_unaligned_volatile_write"})
    if (function.starts_with(begin))
      return static_cast<int>(number(function.substr(begin.size())).value_or(0));
  return 0;
}

}  // namespace

// ---- Names --------------------------------------------------------------------------------------

void Names::add(long distance, std::string_view registers) {
  all_.push_back({distance, std::string(registers)});
}

void Names::change(std::string_view target) {
  std::erase_if(all_, [&](const Name& one) { return has_register(one.registers, target); });
}

void Names::copy(std::string_view from, long distance, std::string_view target) {
  const auto known =
      std::ranges::find_if(all_, [&](const Name& one) { return one.registers == from; });
  const std::optional<long> there =
      known == all_.end() ? std::nullopt : std::optional(known->distance - distance);
  change(target);
  if (there) add(*there, target);
}

void Names::grow(std::string_view target, long by) {
  for (Name& one : all_)
    if (one.registers == target) one.distance -= by;
  std::erase_if(all_, [&](const Name& one) {
    return one.registers != target && has_register(one.registers, target);
  });
}

bool Names::hold(const Address& address, int size, int all) const {
  const auto distance = number(address.distance);
  return distance && std::ranges::any_of(all_, [&](const Name& one) {
           return one.registers == address.registers && *distance >= one.distance &&
                  *distance + size <= one.distance + all;
         });
}

// ---- What is told
// ---------------------------------------------------------------------------------

void ToldWrites::forget() {
  argument_.forget();
  told_.forget();
  length_ = 0;
}

void ToldWrites::change(std::string_view target) {
  argument_.change(target);
  told_.change(target);
}

/// What calls may change they have changed.
void ToldWrites::call(std::string_view function) {
  const int told = told_by(function);
  size_ = told == kAsSecondArgument ? length_ : told;
  told_ = argument_;
  if (size_ == 0) told_.forget();
  argument_.forget();
  length_ = 0;
  for (const char* one : {"%rax", "%rcx", "%rdx", "%rsi", "%rdi", "%r8", "%r9", "%r10", "%r11"})
    change(one);
}

/// `movq %rbx, %rdi` and `leaq 8(%rbx), %rdi` also say how a hook's argument is called elsewhere.
void ToldWrites::set(const Statement& s, std::string_view target) {
  const std::vector<std::string_view> all = operands(s.rest);
  const std::string_view from = all.front();
  if (core_of(target) == "si")
    length_ = s.word.starts_with("mov") ? static_cast<int>(constant(from).value_or(0)) : 0;
  if (target == "%rdi") {
    argument_.forget();
    argument_.add(0, target);
  }
  if (const auto by = constant(from); by && all.size() == 2 && s.word == "addq") {
    argument_.grow(target, *by);
    return told_.grow(target, *by);
  }
  const auto address = s.word == "leaq" ? address_of(from) : Address{"", from};
  const auto distance = address ? number(address->distance) : std::nullopt;
  const bool copies =
      distance && all.size() == 2 && (s.word == "leaq" || (s.word == "movq" && is_register(from)));
  if (!copies || has_register(address->registers, target)) {
    if (target != "%rdi") argument_.change(target);
    return told_.change(target);
  }
  if (target == "%rdi")
    argument_.add(*distance, address->registers);
  else
    argument_.copy(address->registers, *distance, target);
  told_.copy(address->registers, *distance, target);
}

void ToldWrites::read(const Statement& s) {
  if (s.word.empty() || s.word[0] == '#') return;
  if (s.word.ends_with(':') || s.word.starts_with('j')) return forget();
  if (s.word[0] == '.' || s.rest.starts_with('=')) return;
  if (is_call(s.word)) return call(s.rest);
  const std::vector<std::string_view> all = operands(s.rest);
  if (all.size() < 2)  // cltq, idivl %ecx, rep movsq: some registers are in no operand
    for (const char* one : {"%rax", "%rcx", "%rdx", "%rsi", "%rdi"}) change(one);
  if (all.empty() || s.word.starts_with("cmp") || s.word.starts_with("test")) return;
  if (s.word.starts_with("x") && is_register(all.front())) change(all.front());  // xchg, xadd
  if (is_register(all.back())) set(s, all.back());
}

}  // namespace emu::toolchain
