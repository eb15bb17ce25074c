// What the blocks of a cluster do together, and votes at the barrier of a block:
// `barrier.cluster.arrive`, `barrier.cluster.wait`, `mapa`, `getctarank`, `bar.red`.
#include "translator/ptx/ptx_arithmetic.h"

namespace emu::translator {
namespace {

std::string assigned_to(const std::string& target, const std::string& value) {
  return "::emu::ptx::out(" + target + ", " + value + ")";
}

// `barrier.cluster.arrive.release.aligned;`
std::optional<std::string> translate_cluster_barrier(PtxInstruction instruction) {
  if (instruction.base != "barrier" || !instruction.take("cluster")) return std::nullopt;
  instruction.take("aligned");
  const bool arrives = instruction.take("arrive");
  if (!arrives && !instruction.take("wait")) return std::nullopt;
  const bool relaxed = arrives && instruction.take("relaxed");
  instruction.take(arrives ? "release" : "acquire");
  if (!instruction.modifiers.empty() || !instruction.arguments.empty()) return std::nullopt;
  return !arrives  ? "::__cluster_barrier_wait()"
         : relaxed ? "::__cluster_barrier_arrive_relaxed()"
                   : "::__cluster_barrier_arrive()";
}

// `mapa.shared::cluster.u32 d, a, rank` and `getctarank.u32 d, a`
std::optional<std::string> translate_mapping(PtxInstruction instruction,
                                             const PtxOperands& operands) {
  const bool maps = instruction.base == "mapa";
  if (!maps && instruction.base != "getctarank") return std::nullopt;
  const bool shared = instruction.take("shared::cluster");
  const std::size_t count = maps ? 3 : 2;
  const auto& modifiers = instruction.modifiers;
  const bool typed = modifiers.size() == 1 && (modifiers[0] == "u32" || modifiers[0] == "u64");
  if (!typed || instruction.arguments.size() != count) return std::nullopt;
  std::vector<std::string> known;
  for (const std::string& argument : instruction.arguments) {
    const auto operand = ptx_operand(argument, operands);
    if (!operand) return std::nullopt;
    known.push_back(*operand);
  }
  const std::string address = std::string("reinterpret_cast<const void*>(::emu::ptx::") +
                              (shared ? "shared_address" : "address") + "((" + known[1] + ")))";
  if (!maps) return assigned_to(known[0], "::__cluster_query_shared_rank(" + address + ")");
  return assigned_to(known[0], "::emu::ptx::mapped(::__cluster_map_shared_rank(" + address +
                                   ", ::emu::ptx::in<std::uint32_t>(" + known[2] + ")))");
}

// `bar.red.popc.u32 d, 0, p` and `bar.red.or.pred q, 0, !p`
std::optional<std::string> translate_block_vote(PtxInstruction instruction,
                                                const PtxOperands& operands) {
  if (instruction.base != "bar" && instruction.base != "barrier") return std::nullopt;
  instruction.take("cta");
  instruction.take("aligned");
  const auto& arguments = instruction.arguments;
  if (!instruction.take("red") || arguments.size() != 3 || arguments[1] != "0") return std::nullopt;
  const bool negated = arguments[2].starts_with('!');
  const auto to = ptx_operand(arguments[0], operands);
  const auto predicate = ptx_operand(arguments[2].substr(negated ? 1 : 0), operands);
  if (!to || !predicate || instruction.modifiers.size() != 2) return std::nullopt;
  const std::string& mode = instruction.modifiers[0];
  const bool counts = mode == "popc";
  if ((!counts && mode != "and" && mode != "or") ||
      instruction.modifiers[1] != (counts ? "u32" : "pred"))
    return std::nullopt;
  return assigned_to(*to, "::__syncthreads_" + (counts ? "count" : mode) + "(" +
                              (negated ? "!" : "") + "(" + *predicate + "))" +
                              (counts ? "" : " != 0"));
}

}  // namespace

std::optional<std::string> translate_ptx_clusters(const PtxInstruction& instruction,
                                                  const PtxOperands& operands) {
  if (auto barrier = translate_cluster_barrier(instruction)) return barrier;
  if (auto mapping = translate_mapping(instruction, operands)) return mapping;
  return translate_block_vote(instruction, operands);
}

}  // namespace emu::translator
