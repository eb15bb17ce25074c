#ifndef GAME_CELL_RULES_CUH
#define GAME_CELL_RULES_CUH
#include <cstdint>

#if defined(__CUDACC__)
#define GAME_HD __host__ __device__
#else
#define GAME_HD
#endif

namespace game {
enum class Cell : std::uint8_t { dead = 0, alive = 1 };
GAME_HD inline Cell next_state(Cell self, int neighbours)
{
    return (neighbours == 3 || (neighbours == 2 && self == Cell::alive)) ? Cell::alive : Cell::dead;
}
}
#endif
