// `atom.global.add.s32 %0, [%1], %2` and `red`, which returns nothing: CUDA's atomic functions,
// with fences for acquire and release. And `cp.async`, the copy into shared memory.
#include <algorithm>

#include "translator/ptx/ptx_arithmetic.h"

namespace emu::translator {
namespace {

using TypeNames = std::unordered_map<std::string_view, std::string_view>;

// The type for which CUDA has the function; empty when PTX has no such instruction.
std::string type_for(std::string_view operation, std::string_view type) {
  static const TypeNames kSums = {{"u32", "unsigned"},
                                  {"s32", "int"},
                                  {"u64", "unsigned long long"},
                                  {"f32", "float"},
                                  {"f64", "double"}};
  static const TypeNames kOrdered = {
      {"u32", "unsigned"}, {"s32", "int"}, {"u64", "unsigned long long"}, {"s64", "long long"}};
  static const TypeNames kBits = {{"b32", "unsigned"}, {"b64", "unsigned long long"}};
  static const TypeNames kCounters = {{"u32", "unsigned"}};
  const TypeNames& types = operation == "add"                         ? kSums
                           : operation == "min" || operation == "max" ? kOrdered
                           : operation == "inc" || operation == "dec" ? kCounters
                                                                      : kBits;
  const auto found = types.find(type);
  return found == types.end() ? "" : std::string(found->second);
}

std::string function_for(std::string_view operation) {
  static const TypeNames kFunctions = {
      {"add", "atomicAdd"},   {"min", "atomicMin"}, {"max", "atomicMax"}, {"inc", "atomicInc"},
      {"dec", "atomicDec"},   {"and", "atomicAnd"}, {"or", "atomicOr"},   {"xor", "atomicXor"},
      {"exch", "atomicExch"}, {"cas", "atomicCAS"}};
  const auto found = kFunctions.find(operation);
  return found == kFunctions.end() ? "" : std::string(found->second);
}

struct Atomic {
  bool returns = false, shared = false, acquires = false, releases = false;
  std::string scope;  // a suffix of CUDA's
  std::string fence;  // its scope
  std::string operation, type;
};

std::optional<Atomic> read_atomic(PtxInstruction instruction) {
  Atomic atomic;
  atomic.returns = instruction.base == "atom";
  for (const char* space : {"shared", "shared::cta", "shared::cluster"})
    atomic.shared = instruction.take(space) || atomic.shared;
  instruction.take("global");
  instruction.take("relaxed");
  const bool both = instruction.take("acq_rel");
  atomic.acquires = instruction.take("acquire") || both;
  atomic.releases = instruction.take("release") || both;
  atomic.fence = "kDevice";
  if (instruction.take("cta")) atomic.scope = "_block", atomic.fence = "kBlock";
  if (instruction.take("sys")) atomic.scope = "_system", atomic.fence = "kSystem";
  instruction.take("gpu");
  instruction.take("cluster");  // the device's holds for less, too
  if (instruction.modifiers.size() != 2) return std::nullopt;
  atomic.operation = instruction.modifiers[0];
  atomic.type = type_for(atomic.operation, instruction.modifiers[1]);
  if (atomic.type.empty() || function_for(atomic.operation).empty()) return std::nullopt;
  return atomic;
}

std::string call(const Atomic& atomic, const std::string& address,
                 const std::vector<std::string>& operands) {
  std::string text = "::" + function_for(atomic.operation) + atomic.scope + "(reinterpret_cast<" +
                     atomic.type + "*>(" + address + ")";
  for (const std::string& operand : operands)
    text += ", ::emu::ptx::in<" + atomic.type + ">(" + operand + ")";
  return text + ")";
}

std::optional<std::string> translate_atomic(const PtxInstruction& instruction,
                                            const PtxOperands& operands) {
  const auto atomic = read_atomic(instruction);
  if (!atomic) return std::nullopt;
  const std::size_t first = atomic->returns ? 1 : 0;
  const std::size_t count = first + (atomic->operation == "cas" ? 3 : 2);
  if (instruction.arguments.size() != count) return std::nullopt;
  const auto address = ptx_address(instruction.arguments[first], atomic->shared, operands);
  if (!address) return std::nullopt;
  std::vector<std::string> values;
  for (std::size_t i = first + 1; i < count; ++i) {
    const auto value = ptx_operand(instruction.arguments[i], operands);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  const std::string fence = "::emu::fence(::emu::Scope::" + atomic->fence + ")";
  std::string code = call(*atomic, *address, values);
  if (atomic->returns && instruction.arguments[0] != "_") {
    const auto target = ptx_operand(instruction.arguments[0], operands);
    if (!target) return std::nullopt;
    code = "::emu::ptx::out(" + *target + ", " + code + ")";
  }
  return (atomic->releases ? fence + ", " : "") + code + (atomic->acquires ? ", " + fence : "");
}

// `cp.async.commit_group;`, `cp.async.wait_all;` and `cp.async.wait_group 1;`
std::optional<std::string> translate_copy_wait(PtxInstruction instruction,
                                               const PtxOperands& operands) {
  const auto& arguments = instruction.arguments;
  if (instruction.take("wait_group")) {
    if (!instruction.modifiers.empty() || arguments.size() != 1) return std::nullopt;
    const auto batches = ptx_operand(arguments[0], operands);
    return batches ? std::optional("::emu::wait_for_copies(" + *batches + ")") : std::nullopt;
  }
  const bool commits = instruction.take("commit_group");
  if (!commits && !instruction.take("wait_all")) return std::nullopt;
  if (!instruction.modifiers.empty() || !arguments.empty()) return std::nullopt;
  return commits ? "::emu::commit_copies()" : "::emu::wait_for_all_copies()";
}

// `cp.async.cg.shared.global [%0], [%1], 16, %2;`
std::optional<std::string> translate_copy(PtxInstruction instruction, const PtxOperands& operands) {
  if (!instruction.take("async")) return std::nullopt;
  if (auto wait = translate_copy_wait(instruction, operands)) return wait;
  if (!instruction.take("shared") && !instruction.take("shared::cta")) return std::nullopt;
  for (const char* hint : {"global", "ca", "cg", "L2::64B", "L2::128B", "L2::256B"})
    instruction.take(hint);
  const auto& arguments = instruction.arguments;
  if (!instruction.modifiers.empty() || arguments.size() < 3 || arguments.size() > 4)
    return std::nullopt;
  const auto to = ptx_address(arguments[0], true, operands);
  const auto from = ptx_address(arguments[1], false, operands);
  const auto size = ptx_operand(arguments[2], operands);
  const auto source_size = ptx_operand(arguments.back(), operands);
  if (!to || !from || !size || !source_size) return std::nullopt;
  return "::emu::ptx::copy_async(" + *to + ", " + *from + ", " + *size + ", " + *source_size + ")";
}

}  // namespace

std::optional<std::string> translate_ptx_atomics(const PtxInstruction& instruction,
                                                 const PtxOperands& operands) {
  if (instruction.base == "atom" || instruction.base == "red")
    return translate_atomic(instruction, operands);
  return instruction.base == "cp" ? translate_copy(instruction, operands) : std::nullopt;
}

}  // namespace emu::translator
