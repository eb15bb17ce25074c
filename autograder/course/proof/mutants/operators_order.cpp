// What orders threads and makes them see each other's writes: atomics, their scope and order,
// fences, masks of lanes, volatile, shared memory, and which threads are meant.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "course/proof/mutants/operators.h"

namespace course::mutants {

namespace {

/// What `atomicNAME(address, a, b)` leaves in memory, were it not atomic; `was` is the old value.
std::optional<std::string> plain_value(std::string_view name, const std::vector<std::string>& of) {
  if (name == "atomicAdd") return fmt::format("was + ({})", of[1]);
  if (name == "atomicSub") return fmt::format("was - ({})", of[1]);
  if (name == "atomicOr") return fmt::format("was | ({})", of[1]);
  if (name == "atomicAnd") return fmt::format("was & ({})", of[1]);
  if (name == "atomicXor") return fmt::format("was ^ ({})", of[1]);
  if (name == "atomicExch") return of[1];
  if (name == "atomicMin") return fmt::format("was < ({0}) ? was : ({0})", of[1]);
  if (name == "atomicMax") return fmt::format("was > ({0}) ? was : ({0})", of[1]);
  if (name == "atomicInc") return fmt::format("was >= ({}) ? 0 : was + 1", of[1]);
  if (name == "atomicCAS" && of.size() > 2) {
    return fmt::format("was == ({}) ? ({}) : was", of[1], of[2]);
  }
  return std::nullopt;
}

std::string without_scope(std::string_view name) {
  for (const std::string_view scope : {"_block", "_system"}) {
    if (name.ends_with(scope)) name.remove_suffix(scope.size());
  }
  return std::string(name);
}

/// Whether the atomic works on `&name` or `&name[…]` of shared memory, which one block has alone.
bool is_on_shared_memory(const Source& source, const Call& call) {
  if (call.arguments.empty() || !source[call.arguments[0].first].is("&")) return false;
  const Token& name = source[call.arguments[0].first + 1];
  const Function* function = source.function_of(call.name);
  bool is_declared = false;
  for (std::size_t i = function->open; i < call.name; ++i) {
    if (source[i].is("__shared__")) is_declared = true;
    if (source[i].is(";")) is_declared = false;
    if (is_declared && source[i].is(name.text)) return true;
  }
  return false;
}

/// Narrower scopes: a wider one is never wrong.
void narrow_atomic(Finder& finder, const Call& call) {
  if (is_on_shared_memory(finder.source(), call)) return;
  const std::string name(finder.source()[call.name].text);
  const std::string bare = without_scope(name);
  if (name.ends_with("_block")) return;
  finder.replace("scope", call.name, bare + "_block");
  if (name.ends_with("_system")) finder.replace("scope", call.name, bare);
}

void make_plain(Finder& finder, const Call& call) {
  const Source& source = finder.source();
  if (call.arguments.size() < 2) return;
  std::vector<std::string> arguments;
  for (const Range& argument : call.arguments) {
    arguments.push_back(joined_blanks(source.text_of(argument)));
  }
  const auto value = plain_value(without_scope(source[call.name].text), arguments);
  if (!value) return;
  finder.replace("plain", Range{call.name, call.close},
                 fmt::format("[&] {{ auto* const where = {}; const auto was = *where; "
                             "*where = {}; return was; }}()",
                             arguments[0], *value));
}

void weaken_word(Finder& finder, std::size_t i) {
  struct Weaker {
    std::string_view from;
    const char* to;
    const char* change;
  };
  constexpr std::array kWeaker{
      Weaker{"__threadfence_system", "__threadfence", "scope"},
      Weaker{"__threadfence_system", "__threadfence_block", "scope"},
      Weaker{"__threadfence", "__threadfence_block", "scope"},
      Weaker{"thread_scope_system", "thread_scope_device", "scope"},
      Weaker{"thread_scope_system", "thread_scope_block", "scope"},
      Weaker{"thread_scope_device", "thread_scope_block", "scope"},
      Weaker{"thread_scope_block", "thread_scope_thread", "scope"},
      Weaker{"memory_order_seq_cst", "memory_order_relaxed", "order"},
      Weaker{"memory_order_acq_rel", "memory_order_relaxed", "order"},
      Weaker{"memory_order_acq_rel", "memory_order_acquire", "order"},
      Weaker{"memory_order_acq_rel", "memory_order_release", "order"},
      Weaker{"memory_order_acquire", "memory_order_relaxed", "order"},
      Weaker{"memory_order_release", "memory_order_relaxed", "order"},
      Weaker{"volatile", "", "order"},
      Weaker{"__shared__", "", "shared-memory"},
      Weaker{"this_grid", "this_thread_block", "scope"},
      Weaker{"thread_in_grid", "[&] { return static_cast<int>(threadIdx.x); }", "index"},
  };
  const Source& source = finder.source();
  for (const Weaker& weaker : kWeaker) {
    if (!source[i].is(weaker.from)) continue;
    if (source[i].is("volatile") && source[i - 1].is("asm")) continue;  // find_in_ptx
    finder.replace(weaker.change, i, weaker.to);
  }
}

/// threadIdx for blockIdx, blockDim for gridDim, and the other way round.
void exchange_indices(Finder& finder, std::size_t i) {
  constexpr std::array<std::pair<std::string_view, const char*>, 4> kOther{{
      {"threadIdx", "blockIdx"},
      {"blockIdx", "threadIdx"},
      {"blockDim", "gridDim"},
      {"gridDim", "blockDim"},
  }};
  const Source& source = finder.source();
  for (const auto& [from, to] : kOther) {
    if (source[i].is(from)) finder.replace("index", i, to);
  }
  if (!source[i].is(".") || !source[i - 1].is_identifier()) return;
  const Function* function = source.function_of(i);
  const auto has_y = [&] {
    for (std::size_t t = function->open; t < function->close; ++t) {
      if (source[t].is(".") && source[t + 1].is("y")) return true;
    }
    return false;
  };
  const bool is_index = source[i - 1].text.ends_with("Idx") || source[i - 1].text.ends_with("Dim");
  if (!is_index || function == nullptr || !has_y()) return;
  if (source[i + 1].is("x")) finder.replace("index", i + 1, "y");
  if (source[i + 1].is("y")) finder.replace("index", i + 1, "x");
}

void change_mask(Finder& finder, const Call& call) {
  const Source& source = finder.source();
  const std::string_view name = source[call.name].text;
  const bool takes_mask = name.starts_with("__") && name.ends_with("_sync");
  if (name == "__syncwarp" && call.arguments.empty()) {
    finder.replace("mask", Range{call.open, call.close}, "(__activemask())");
  }
  if ((!takes_mask && name != "__syncwarp") || call.arguments.empty()) return;
  const Range mask = call.arguments[0];
  const std::string text = source.text_of(mask);
  const bool is_full = text == "~0u" || text == "~0U" || text.starts_with("0xffffffff");
  if (!is_full) finder.replace("mask", mask, "0xffffffffu");
  if (text != "__activemask()") finder.replace("mask", mask, "__activemask()");
  finder.replace("mask", mask, "0x0000ffffu");
}

}  // namespace

void find_in_order(Finder& finder) {
  const Source& source = finder.source();
  for (const Call& call : source.calls()) {
    if (source[call.name].text.starts_with("atomic")) {
      make_plain(finder, call);
      narrow_atomic(finder, call);
    }
    change_mask(finder, call);
  }
  for (std::size_t i = 1; i + 1 < source.size(); ++i) {
    if (!source.in_code(i)) continue;
    weaken_word(finder, i);
    exchange_indices(finder, i);
  }
}

}  // namespace course::mutants
