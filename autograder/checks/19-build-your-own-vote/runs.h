// What the last tasks run: votes of a grid by tail launches, and of several devices.
#pragma once

#include "19-build-your-own-vote/ballots.h"

namespace checks {

inline Outcome run_tail(const Ballots& b) {
  watch_threads();
  const int k = b.n * b.rounds;
  return EXERCISE(grid_votes_by_tail, output<int>(k), output<int>(k), output<unsigned>(k / 32),
                  input(b.votes), b.n / kBlock, b.rounds);
}

// The tail of a round tells its threads what all have said.
inline WroteResult WroteByTail(std::size_t array) { return WroteResult(array, "announce"); }

inline Outcome run_devices(const Ballots& b, int devices, bool peers) {
  watch_threads();
  const int k = b.n * b.rounds;
  return EXERCISE(device_votes, output<int>(k), output<int>(k), input(b.votes),
                  b.n / devices / kBlock, b.rounds, devices, peers);
}

}  // namespace checks
