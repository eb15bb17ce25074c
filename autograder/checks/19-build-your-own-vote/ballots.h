// Votes of a warp, a block, a grid and several devices, again and again in one box.
//
// The rounds are chosen so that a box that was not emptied gives the answer of the round before. In
// the last two rounds only the first thread differs from the others. After them the rounds begin
// again, so that a box of three that is never emptied shows, too.
#pragma once

#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

constexpr int kRounds = 7, kAllRounds = 9, kBlock = 128;

// What thread i of n says in a round.
inline bool says_yes(int round, int i, int n) {
  switch (round % kAllRounds) {
    case 0:
      return true;
    case 1:
      return i == n - 1;
    case 2:
      return false;
    case 3:
      return i != n / 2;
    case 4:
      return i % 3 == 0;
    case 5:
      return i % 64 < 32;
    case 6:
      return (i * 37 + i / 7) % 5 < 2;
    case 7:
      return i == 0;
    default:
      return i != 0;
  }
}

struct Ballots {
  int n, rounds;
  std::vector<int> votes;

  explicit Ballots(int n, int rounds = kRounds) : n(n), rounds(rounds) {
    for (int k = 0; k < n * rounds; ++k) votes.push_back(says_yes(k / n, k % n, n) ? 1 + k : 0);
  }
  bool yes(int k) const { return votes[k] != 0; }
  int count(bool yes) const {
    int found = 0;
    for (const int vote : votes) found += (vote != 0) == yes;
    return found;
  }
  // Whether some of the round's threads first … first + count - 1 say so, of those in the mask.
  bool some(bool yes, int round, int first, int count, unsigned mask = 0xffffffff) const {
    for (int i = first; i < first + count && i < n; ++i) {
      if ((mask >> i % 32 & 1) != 0 && this->yes(round * n + i) == yes) return true;
    }
    return false;
  }
  unsigned ballot(int round, int first, unsigned mask = 0xffffffff) const {
    unsigned bits = 0;
    for (int i = first; i < first + 32 && i < n; ++i) {
      if (yes(round * n + i)) bits |= 1u << (i % 32);
    }
    return bits & mask;
  }
};

// Judged are the answers of all threads of groups of `size`: any is 1 if someone says yes, all if
// none says no. Threads outside the mask have none.
struct Right {
  const Ballots& b;
  int size;
  unsigned mask = 0xffffffff;

  bool votes(int k) const { return (mask >> k % b.n % 32 & 1) != 0; }
  int any(int k) const { return of(k, k / b.n, true); }
  int all(int k) const { return votes(k) ? 1 - of(k, k / b.n, false) : -1; }
  // The answers of a box that is never emptied: of this round or any before.
  int any_so_far(int k) const { return so_far(k, true); }
  int all_so_far(int k) const { return votes(k) ? 1 - so_far(k, false) : -1; }

 private:
  int of(int k, int round, bool yes) const {
    return votes(k) ? b.some(yes, round, k % b.n / size * size, size, mask) : -1;
  }
  int so_far(int k, bool yes) const {
    if (!votes(k)) return -1;
    for (int round = 0; round <= k / b.n; ++round) {
      if (of(k, round, yes) == 1) return 1;
    }
    return 0;
  }
};

constexpr const char* kStale = "an answer of an earlier round: the box was not emptied";

// `some` are those whose votes alone people mistake for all.
inline auto any_of(const Right& r, const Right& some) {
  return Elements([r](int k) { return r.any(k); })
      .mistaking([some](int k) { return some.any(k); }, "what its own device said")
      .mistaking([r](int k) { return r.any_so_far(k); }, kStale)
      .mistaking([r](int k) { return r.votes(k) ? r.b.yes(k) : -1; },
                 "what the thread itself said");
}

inline auto all_of(const Right& r, const Right& some) {
  return Elements([r](int k) { return r.all(k); })
      .mistaking([some](int k) { return some.all(k); }, "what its own device said")
      .mistaking([r](int k) { return r.all_so_far(k); }, kStale)
      .mistaking([r](int k) { return r.votes(k) ? r.b.yes(k) : -1; },
                 "what the thread itself said");
}

inline auto any_of(const Right& r) {
  return Elements([r](int k) { return r.any(k); })
      .mistaking([r](int k) { return r.any_so_far(k); }, kStale)
      .mistaking([r](int k) { return r.votes(k) ? r.b.yes(k) : -1; },
                 "what the thread itself said");
}

inline auto all_of(const Right& r) {
  return Elements([r](int k) { return r.all(k); })
      .mistaking([r](int k) { return r.all_so_far(k); }, kStale)
      .mistaking([r](int k) { return r.votes(k) ? r.b.yes(k) : -1; },
                 "what the thread itself said");
}

}  // namespace checks
