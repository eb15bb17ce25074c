#ifndef GAME_LIFE_H
#define GAME_LIFE_H
#include <memory>
#include <vector>
#include "cell_rules.cuh"

namespace game {
/// The board lives on the device; what a .cpp sees of it.
class Life
{
public:
    Life(int width, int height, const std::vector<Cell> &cells);
    ~Life();
    Life(Life &&) noexcept;
    void run(int generations);
    std::vector<Cell> cells() const;
    int alive() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};
}
#endif
