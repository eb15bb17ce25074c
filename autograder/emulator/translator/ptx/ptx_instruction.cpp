#include "translator/ptx/ptx_instruction.h"

#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "translator/ptx/ptx_arithmetic.h"

namespace emu::translator {
namespace {

std::string without_comments(std::string_view text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i), text.size() - 2) + 1;
    } else {
      kept += text[i];
      continue;
    }
    kept += ' ';
  }
  return kept;
}

const std::unordered_set<std::string_view>& special_registers() {
  static const std::unordered_set<std::string_view> kNames = {"globaltimer",
                                                              "globaltimer_lo",
                                                              "globaltimer_hi",
                                                              "clock",
                                                              "clock64",
                                                              "laneid",
                                                              "warpid",
                                                              "smid",
                                                              "nsmid",
                                                              "tid.x",
                                                              "tid.y",
                                                              "tid.z",
                                                              "ntid.x",
                                                              "ntid.y",
                                                              "ntid.z",
                                                              "ctaid.x",
                                                              "ctaid.y",
                                                              "ctaid.z",
                                                              "nctaid.x",
                                                              "nctaid.y",
                                                              "nctaid.z",
                                                              "gridid",
                                                              "lanemask_eq",
                                                              "lanemask_lt",
                                                              "lanemask_le",
                                                              "lanemask_gt",
                                                              "lanemask_ge",
                                                              "total_smem_size",
                                                              "aggr_smem_size",
                                                              "nwarpid",
                                                              "dynamic_smem_size",
                                                              "clusterid.x",
                                                              "clusterid.y",
                                                              "clusterid.z",
                                                              "nclusterid.x",
                                                              "nclusterid.y",
                                                              "nclusterid.z",
                                                              "cluster_ctaid.x",
                                                              "cluster_ctaid.y",
                                                              "cluster_ctaid.z",
                                                              "cluster_nctaid.x",
                                                              "cluster_nctaid.y",
                                                              "cluster_nctaid.z",
                                                              "cluster_ctarank",
                                                              "cluster_nctarank",
                                                              "is_explicit_cluster",
                                                              "clock_hi"};
  return kNames;
}

// Instructions without operands of ours.
const std::string* fixed_instruction(std::string_view instruction) {
  static const std::string kBlock = "::emu::fence(::emu::Scope::kBlock)";
  static const std::string kDevice = "::emu::fence(::emu::Scope::kDevice)";
  static const std::string kSystem = "::emu::fence(::emu::Scope::kSystem)";
  static const std::string kBarrier = "__syncthreads()";
  static const std::string kTrap = "::emu::trap()";
  static const std::string kTrigger = "::emu::trigger_dependents()";
  static const std::string kWait = "::emu::griddepcontrol_wait()";
  static const std::string kExit = "::emu::exit_thread()";
  static const std::unordered_map<std::string_view, const std::string*> kInstructions = {
      {"griddepcontrol.launch_dependents", &kTrigger},
      {"griddepcontrol.wait", &kWait},
      {"trap", &kTrap},
      {"exit", &kExit},
      {"membar.cta", &kBlock},
      {"membar.gl", &kDevice},
      {"membar.sys", &kSystem},
      {"fence.acq_rel.cta", &kBlock},
      {"fence.acq_rel.gpu", &kDevice},
      {"fence.acq_rel.cluster", &kDevice},
      {"fence.sc.cluster", &kDevice},
      {"fence.acq_rel.sys", &kSystem},
      {"fence.sc.cta", &kBlock},
      {"fence.sc.gpu", &kDevice},
      {"fence.sc.sys", &kSystem},
      {"bar.sync 0", &kBarrier},
      {"bar.cta.sync 0", &kBarrier},
      {"barrier.sync 0", &kBarrier},
      {"barrier.cta.sync 0", &kBarrier},
      {"barrier.sync.aligned 0", &kBarrier},
      {"barrier.cta.sync.aligned 0", &kBarrier},
  };
  const auto found = kInstructions.find(instruction);
  return found == kInstructions.end() ? nullptr : found->second;
}

// Hints to caches, to a debugger and to a profiler.
std::optional<std::string> translate_hint(const PtxInstruction& parts) {
  if (parts.base == "prefetch" || parts.base == "prefetchu" || parts.base == "applypriority" ||
      parts.base == "brkpt" || parts.base == "pmevent")
    return "static_cast<void>(0)";
  return std::nullopt;
}

// `mov.u64 %0, %globaltimer`
std::optional<std::string> translate_move(std::string_view arguments, const PtxOperands& operands) {
  const std::size_t comma = arguments.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto target = ptx_operand(base::trimmed(arguments.substr(0, comma)), operands);
  const std::string_view source = base::trimmed(arguments.substr(comma + 1));
  if (!target || !source.starts_with('%')) return std::nullopt;
  const std::string_view name = source.substr(1);
  if (!special_registers().contains(name)) return std::nullopt;
  return "(" + *target + ") = ::emu::special_register(\"" + std::string(name) + "\")";
}

}  // namespace

std::vector<std::string> split_ptx(std::string_view text) {
  std::vector<std::string> instructions;
  const std::string kept = without_comments(text);
  std::string_view rest = kept;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view instruction = base::trimmed(rest.substr(0, end));
    if (!instruction.empty()) instructions.emplace_back(instruction);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return instructions;
}

std::string ptx_opcode(std::string_view instruction) {
  std::size_t end = 0;
  while (end < instruction.size() && !base::is_space(instruction[end])) ++end;
  return std::string(instruction.substr(0, end));
}

std::optional<std::string> translate_ptx(std::string_view instruction,
                                         const PtxOperands& operands) {
  const std::string opcode = ptx_opcode(instruction);
  const std::string_view arguments = base::trimmed(instruction.substr(opcode.size()));
  const std::string spelled = arguments.empty() ? opcode : opcode + " " + std::string(arguments);
  if (const std::string* fixed = fixed_instruction(spelled)) return *fixed;
  if (opcode == "mov.u32" || opcode == "mov.u64" || opcode == "mov.b32" || opcode == "mov.b64" ||
      opcode == "mov.s32" || opcode == "mov.s64" || opcode == "mov.pred") {
    if (auto move = translate_move(arguments, operands)) return move;
  }
  if (opcode == "nanosleep.u32") {
    const auto duration = ptx_operand(arguments, operands);
    if (duration) return "::emu::sleep_ns(" + *duration + ")";
  }
  const PtxInstruction parts = read_ptx(instruction);
  if (auto hint = translate_hint(parts)) return hint;
  if (auto met = translate_ptx_warp(parts, operands)) return met;
  if (auto atomic = translate_ptx_atomics(parts, operands)) return atomic;
  if (auto computed = translate_ptx_arithmetic(parts, operands)) return computed;
  if (auto computed = translate_ptx_bits(parts, operands)) return computed;
  if (auto met = translate_ptx_clusters(parts, operands)) return met;
  return translate_ptx_memory(parts, operands);
}

}  // namespace emu::translator
