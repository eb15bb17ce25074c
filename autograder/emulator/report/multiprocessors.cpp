// See multiprocessors.h.
#include "report/multiprocessors.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "card/numbers.h"
#include "report/costs.h"

namespace emu::report {

const std::int64_t Multiprocessors::kAllRoom = kRoom * card::kMultiprocessors;

int Multiprocessors::resident(const Launch& launch) {
  const std::uint64_t threads =
      std::max<std::uint64_t>(1, std::uint64_t{launch.block.x} * launch.block.y * launch.block.z);
  const std::uint64_t warps_threads = (threads + 31) / 32 * 32;
  const std::uint64_t shared = launch.shared_bytes + card::kSharedReserved;
  const std::uint64_t resident = std::min(
      {card::kThreadsPerMultiprocessor / warps_threads, card::kSharedPerMultiprocessor / shared,
       static_cast<std::uint64_t>(card::kBlocksPerMultiprocessor)});
  return static_cast<int>(std::max<std::uint64_t>(resident, 1));
}

std::int64_t Multiprocessors::room_for(const Launch& launch) { return kRoom / resident(launch); }

std::uint32_t Multiprocessors::fitting(std::int64_t room_per_block) const {
  return static_cast<std::uint32_t>(free_ / room_per_block);
}

void Multiprocessors::start(double now, const Batch& batch) {
  advance(now);
  free_ -= batch.room;
  demand_ += batch.demand;
  running_.push_back({worked_ + batch.cycles, serial_++, batch});
  std::push_heap(running_.begin(), running_.end(), std::greater<>());
}

double Multiprocessors::next_done() const {
  if (running_.empty()) return std::numeric_limits<double>::infinity();
  const double cycles = std::max(0.0, running_.front().done_at - worked_);
  return now_ + cycles * slowdown() / costs::kCyclesPerNs;
}

Batch Multiprocessors::take_done(double now) {
  now_ = std::max(now_, now);
  worked_ = std::max(worked_, running_.front().done_at);
  std::pop_heap(running_.begin(), running_.end(), std::greater<>());
  const Batch batch = running_.back().batch;
  running_.pop_back();
  demand_ = running_.empty() ? 0 : std::max(0.0, demand_ - batch.demand);
  return batch;
}

double Multiprocessors::slowdown() const {
  constexpr double kMost = static_cast<double>(card::kMultiprocessors) * card::kIssuesPerCycle;
  return std::max(1.0, demand_ / kMost);
}

void Multiprocessors::advance(double now) {
  if (now <= now_) return;
  worked_ += (now - now_) * costs::kCyclesPerNs / slowdown();
  now_ = now;
}

}  // namespace emu::report
