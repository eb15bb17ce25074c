// What was found so far, each finding once with a count.
#include <map>
#include <tuple>
#include <vector>

#include "checker/checker.h"

namespace emu::checker {

namespace {

constexpr std::size_t kMostFindings = 1000;

struct Findings {
  std::vector<Diagnostic> list;
  std::map<std::tuple<std::string, std::string, unsigned, std::string, unsigned>, std::size_t>
      index;
};

Findings& findings() {
  static Findings findings;
  return findings;
}

}  // namespace

void diagnose(Diagnostic diagnostic) {
  Findings& all = findings();
  const auto [found, fresh] =
      all.index.try_emplace({diagnostic.rule, diagnostic.where.file, diagnostic.where.line,
                             diagnostic.other.file, diagnostic.other.line},
                            all.list.size());
  if (!fresh) {
    all.list[found->second].count += diagnostic.count;
  } else if (all.list.size() < kMostFindings) {
    all.list.push_back(std::move(diagnostic));
  } else {
    all.index.erase(found);
  }
}

std::span<const Diagnostic> diagnostics() { return findings().list; }

}  // namespace emu::checker
