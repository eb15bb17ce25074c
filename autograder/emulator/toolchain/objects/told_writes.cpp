#include "toolchain/objects/told_writes.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

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

/// Of 64 bits, where a pointer has room: "%rax", "%r10", not "%r10d".
bool is_whole_register(std::string_view operand) {
  return is_register(operand) && operand.starts_with("%r") &&
         (operand.ends_with(core_of(operand)) || operand.ends_with('x'));
}

/// "8(%rbx)" → both parts.
std::optional<Address> address_of(std::string_view operand) {
  const std::size_t bracket = operand.find('(');
  if (bracket == std::string_view::npos || !operand.ends_with(')')) return {};
  return Address{operand.substr(0, bracket),
                 operand.substr(bracket + 1, operand.size() - bracket - 2)};
}

/// What compilers put aside: a register.
constexpr int kSlot = 8;
/// "16(%rsp)" → 16.
std::optional<long> stack_slot(std::string_view operand) {
  const auto address = address_of(operand);
  if (!address || address->registers != "%rsp") return {};
  return number(address->distance);
}

/// ".LVL3:", ".LBB12:": g++ tells the debugger where it is; nothing jumps there. clang++'s blocks,
/// which are jumped to, have a name with a line in it: ".LBB0_3:".
bool is_for_debuggers(std::string_view label) {
  for (const std::string_view begin : {".LVL", ".LBB", ".LBE", ".LBI"})
    if (label.starts_with(begin))
      return label.find_first_not_of("0123456789", begin.size()) == label.size() - 1;
  return false;
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

// ---- Values -------------------------------------------------------------------------------------

Values::Value Values::of(std::string_view place) {
  if (const auto known = all_.find(place); known != all_.end()) return known->second;
  const Value value{++latest_, 0};
  set(place, value);
  return value;
}

void Values::change(std::string_view target) {
  std::erase_if(all_, [&](const auto& one) { return has_register(one.first, target); });
  if (core_of(target) == "sp") forget_stack();
}

void Values::grow(std::string_view target, long by) {
  Value value = of(target);
  value.distance += by;
  change(target);
  set(target, value);
}

void Values::overwrite(long distance, int size) {
  std::erase_if(all_, [&](const auto& one) {
    const auto slot = stack_slot(one.first);
    return slot && *slot < distance + size && distance < *slot + kSlot;
  });
}

void Values::forget_stack() {
  std::erase_if(all_, [](const auto& one) { return stack_slot(one.first).has_value(); });
}

// ---- What is told -------------------------------------------------------------------------------

void ToldWrites::forget() {
  values_.forget();
  size_ = length_ = 0;
}

bool ToldWrites::told_of(const Address& address, int size) {
  const auto distance = number(address.distance);
  if (!distance || size_ == 0) return false;
  const Values::Value value = values_.of(address.registers);
  const long begin = value.distance + *distance - told_.distance;
  return value.number == told_.number && begin >= 0 && begin + size <= size_;
}

/// What calls may change they have changed.
void ToldWrites::call(std::string_view function) {
  const int told = told_by(function);
  size_ = told == kAsSecondArgument ? length_ : told;
  told_ = values_.of("%rdi");
  length_ = 0;
  if (!function.starts_with("__tsan_")) values_.forget_stack();
  for (const char* one : {"%rax", "%rcx", "%rdx", "%rsi", "%rdi", "%r8", "%r9", "%r10", "%r11"})
    values_.change(one);
}

/// A register's new value: `movq %rbx, %rdi` and `leaq 8(%rbx), %rdi` give it one that has names.
void ToldWrites::set(const Statement& s, std::string_view target) {
  const std::vector<std::string_view> all = operands(s.rest);
  const std::string_view from = all.front();
  if (core_of(target) == "si")
    length_ = s.word.starts_with("mov") ? static_cast<int>(constant(from).value_or(0)) : 0;
  if (all.size() == 2 && (s.word == "addq" || s.word == "subq"))
    if (const auto by = constant(from)) return values_.grow(target, s.word == "addq" ? *by : -*by);
  std::optional<Values::Value> value;
  if (all.size() == 2 && s.word == "movq" && (is_whole_register(from) || stack_slot(from)))
    value = values_.of(from);
  if (const auto address = address_of(from); s.word == "leaq" && address)
    if (const auto distance = number(address->distance)) {
      value = values_.of(address->registers);
      value->distance += *distance;
    }
  values_.change(target);
  if (value) values_.set(target, *value);
}

/// `movq %rax, 16(%rsp)`: compilers put a register's value aside.
void ToldWrites::store(const Statement& s, const Address& slot) {
  const std::vector<std::string_view> all = operands(s.rest);
  constexpr int kLargest = 64;
  values_.overwrite(number(slot.distance).value_or(0), kLargest);
  if (all.size() == 2 && s.word == "movq" && is_whole_register(all.front()))
    values_.set(all.back(), values_.of(all.front()));
}

void ToldWrites::read(const Statement& s) {
  if (s.word.empty() || s.word[0] == '#' || is_for_debuggers(s.word)) return;
  if (s.word.ends_with(':') || s.word.starts_with("jmp")) return forget();
  if (s.word[0] == '.' || s.word.starts_with('j') || s.rest.starts_with('=')) return;
  if (is_call(s.word)) return call(s.rest);
  const std::vector<std::string_view> all = operands(s.rest);
  if (s.word.starts_with("push") || s.word.starts_with("pop")) values_.forget_stack();
  // cltq, idivl %ecx, rep movsq, lock cmpxchgl %ecx, (%rbx): some registers are in no operand.
  if (all.size() < 2 || s.word == "lock" || s.word.starts_with("cmpxchg"))
    for (const char* one : {"%rax", "%rcx", "%rdx", "%rsi", "%rdi"}) values_.change(one);
  if (all.empty() || s.word.starts_with("cmp") || s.word.starts_with("test")) return;
  if (s.word.starts_with("x") && is_register(all.front())) values_.change(all.front());  // xchg
  if (is_register(all.back())) return set(s, all.back());
  if (const auto slot = address_of(all.back()); slot && slot->registers == "%rsp") store(s, *slot);
}

}  // namespace emu::toolchain
