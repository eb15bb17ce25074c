// What was found so far, each finding once with a count.
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "checker/checker.h"
#include "memory/own.h"

namespace emu::checker {

namespace {

constexpr std::size_t kMostFindings = 1000;

using Key =
    std::tuple<std::string, Severity, std::string, std::string, unsigned, std::string, unsigned>;

struct Findings {
  memory::OwnVector<Diagnostic> list;
  std::map<Key, std::size_t> index;
};

/// The same finding: of one rule, by the same reason, at the same lines.
Key key_of(const Diagnostic& d) {
  return {d.rule, d.severity, d.cites, d.where.file, d.where.line, d.other.file, d.other.line};
}

Findings& findings() {
  static Findings findings;
  return findings;
}

bool same_lines(const Diagnostic& a, const Diagnostic& b) {
  const auto is = [](const SourceLine& x, const SourceLine& y) {
    return x.line == y.line && x.file == y.file;
  };
  return (is(a.where, b.where) && is(a.other, b.other)) ||
         (is(a.where, b.other) && is(a.other, b.where));
}

/// The one at the lines of `race`, whichever access came first; null when there is none.
Diagnostic* find_race_between_blocks(memory::OwnVector<Diagnostic>& list, const Diagnostic& race) {
  const auto found = std::ranges::find_if(list, [&race](const Diagnostic& d) {
    return d.rule == "race" && d.cites == "M4" && same_lines(d, race);
  });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

void diagnose(Diagnostic diagnostic) {
  Findings& all = findings();
  const auto [found, fresh] = all.index.try_emplace(key_of(diagnostic), all.list.size());
  if (!fresh) {
    all.list[found->second].count += diagnostic.count;
  } else if (all.list.size() < kMostFindings) {
    all.list.push_back(std::move(diagnostic));
  } else {
    all.index.erase(found);
  }
}

void diagnose_at(std::size_t place, Diagnostic diagnostic) {
  Findings& all = findings();
  const std::size_t before = all.list.size();
  diagnose(std::move(diagnostic));
  if (all.list.size() == before || place >= before) return;
  const auto from = all.list.begin() + static_cast<std::ptrdiff_t>(place);
  std::rotate(from, all.list.end() - 1, all.list.end());
  for (auto& [key, number] : all.index)
    number = number == before ? place : number + (number >= place);
}

void drop_lesser_races() {
  Findings& all = findings();
  std::vector<Diagnostic> lesser;
  std::erase_if(all.list, [&](const Diagnostic& d) {
    if (d.rule != "race" || d.cites != "M2" || !find_race_between_blocks(all.list, d)) return false;
    lesser.push_back(d);
    return true;
  });
  for (const Diagnostic& d : lesser) find_race_between_blocks(all.list, d)->count += d.count;
  all.index.clear();
  for (std::size_t i = 0; i < all.list.size(); ++i) all.index.emplace(key_of(all.list[i]), i);
}

std::span<const Diagnostic> diagnostics() { return findings().list; }

}  // namespace emu::checker
