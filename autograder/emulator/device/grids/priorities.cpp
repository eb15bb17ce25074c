// Priorities, and the steps at which they change.
#include "device/grids/priorities.h"

namespace emu {
namespace {

constexpr std::uint64_t kLowered = 1 << 20;  // those that were lowered are below, all others above
constexpr unsigned kMostChanges = 2;         // as many as bugs need that show in one order of three
constexpr unsigned kDoublings = 12;          // runs of up to some 4,000 steps

}  // namespace

void Priorities::begin(std::mt19937_64& generator) {
  generator_ = &generator;
  lowest_ = kLowered;
  host = draw();
  changes_left_ = 1 + static_cast<unsigned>(generator() % kMostChanges);
  plan_change();
}

std::uint64_t Priorities::draw() {
  return generator_ == nullptr ? 0 : kLowered + ((*generator_)() >> 1);
}

/// How long the run will be is not known: the next change is equally likely to be among the next
/// 2, 4, 8 … steps. Always true.
bool Priorities::plan_change() {
  if (changes_left_ == 0) return true;
  --changes_left_;
  const std::uint64_t among = std::uint64_t{2} << (*generator_)() % kDoublings;
  change_ = step_ + 1 + (*generator_)() % among;
  return true;
}

}  // namespace emu
