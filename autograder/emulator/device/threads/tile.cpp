#include "device/threads/tile.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "checker/current.h"
#include "device/grids/block.h"
#include "device/grids/schedule.h"

namespace emu {

namespace {

/// The threads of a tile that can still come; a tile consists of whole warps.
unsigned members_of(const Block& block, const TileMeeting& meeting) {
  unsigned members = 0;
  const std::size_t last = (meeting.first + meeting.size) / 32;
  for (std::size_t i = meeting.first / 32; i < std::min(last, block.warps.size()); ++i)
    members +=
        static_cast<unsigned>(std::popcount(block.warps[i].members & ~block.warps[i].exited));
  return members;
}

/// For the checker: the tile, by an address that nothing else has.
std::uintptr_t place_of(const Block& block, unsigned first) {
  return reinterpret_cast<std::uintptr_t>(&block) + first / 32;
}

TileMeeting& find_meeting(Block& block, const char* name, unsigned first, unsigned size,
                          std::size_t bytes) {
  for (TileMeeting& m : block.tiles)
    if (m.first == first && m.size == size && m.bytes == bytes && !std::strcmp(m.name, name))
      return m;
  return block.tiles.emplace_back(
      TileMeeting{name, first, size, bytes, {}, std::make_shared<std::vector<char>>(size * bytes)});
}

/// All have come: wakes all but the running thread.
void conclude_meeting(Block& block, std::size_t number) {
  const std::vector<Fiber*> arrived = std::move(block.tiles[number].arrived);
  block.tiles.erase(block.tiles.begin() + static_cast<std::ptrdiff_t>(number));
  for (Fiber* fiber : arrived) {
    fiber->thread.waiting_in = nullptr;
    if (fiber != running) wake(*fiber);
  }
}

void arrive_in(Block& block, TileMeeting& meeting, const void* site) {
  Thread& me = self();
  meeting.arrived.push_back(running);
  if (meeting.arrived.size() >= members_of(block, meeting))
    return conclude_meeting(block, static_cast<std::size_t>(&meeting - block.tiles.data()));
  me.waiting_in = meeting.name;
  me.waiting_at = site;
  wait_for_block();
}

}  // namespace

void leave_tiles(Block& block) {
  for (std::size_t i = 0; i < block.tiles.size();)
    if (block.tiles[i].arrived.size() >= members_of(block, block.tiles[i]))
      conclude_meeting(block, i);
    else
      ++i;
}

void gather_in_tile(const char* name, unsigned size, const TileValues& values, const void* site) {
  count_operation(name, site);
  Block& block = *current_block;
  const unsigned index = self().index(), first = index / size * size;
  const std::uintptr_t place = place_of(block, first);
  checker::arrive(place);
  TileMeeting& meeting = find_meeting(block, name, first, size, values.bytes);
  const auto all = meeting.values;
  const auto value_of = [&](unsigned rank) { return all->data() + rank * values.bytes; };
  if (values.bytes != 0) std::memcpy(value_of(index - first), values.mine, values.bytes);
  arrive_in(block, meeting, site);
  checker::depart(place);
  auto* to = static_cast<char*>(values.out);
  for (unsigned i = 0; i < values.count; ++i)
    std::memcpy(to + i * values.bytes, value_of((values.from + i * values.stride) % size),
                values.bytes);
}

}  // namespace emu
