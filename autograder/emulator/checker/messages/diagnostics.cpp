// What was found so far, each finding once with a count.
#include <algorithm>
#include <tuple>

#include "checker/checker.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

constexpr std::size_t kMostFindings = 1000;

using Key = decltype(Findings::index)::key_type;

/// The same finding: of one rule, by the same reason, at the same lines. Races have one reason for
/// each pair of lines: that whose cure cures them all.
Key key_of(const Diagnostic& d) {
  if (d.rule != "race")
    return {d.rule, d.severity, d.cites, d.where.file, d.where.line, d.other.file, d.other.line};
  const auto where = std::tie(d.where.file, d.where.line);
  const auto other = std::tie(d.other.file, d.other.line);
  const auto& [file, line] = std::min(where, other);
  const auto& [other_file, other_line] = std::max(where, other);
  return {d.rule, d.severity, "", file, line, other_file, other_line};
}

}  // namespace

void diagnose(Diagnostic diagnostic) noexcept {
  Findings& all = state.findings;
  const auto [found, fresh] = all.index.try_emplace(key_of(diagnostic), all.list.size());
  if (!fresh) {
    Diagnostic& known = all.list[found->second];
    diagnostic.count += known.count;
    if (diagnostic.weight > known.weight)
      known = std::move(diagnostic);
    else
      known.count = diagnostic.count;
  } else if (all.list.size() < kMostFindings) {
    if (state.callbacks.found) state.callbacks.found(diagnostic);
    all.list.push_back(std::move(diagnostic));
  } else {
    all.index.erase(found);
  }
}

void diagnose_at(std::size_t place, Diagnostic diagnostic) noexcept {
  Findings& all = state.findings;
  const std::size_t before = all.list.size();
  diagnose(std::move(diagnostic));
  if (all.list.size() == before || place >= before) return;
  const auto from = all.list.begin() + static_cast<std::ptrdiff_t>(place);
  std::rotate(from, all.list.end() - 1, all.list.end());
  for (auto& [key, number] : all.index)
    number = number == before ? place : number + (number >= place);
}

std::span<const Diagnostic> diagnostics() { return state.findings.list; }

}  // namespace emu::checker
