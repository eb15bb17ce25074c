// A pimpl: main in plain C++, the board in a .cu. A glider and a soup; a graph of two generations.
// Expected: "glider moved", "PASSED"
#include <iostream>
#include "life.h"

using game::Cell;

static std::vector<Cell> serial(std::vector<Cell> c, int w, int h, int generations)
{
    for (int g = 0; g < generations; ++g) {
        std::vector<Cell> d(c.size());
        for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x) {
                int n = 0;
                for (int j = -1; j <= 1; ++j)
                    for (int i = -1; i <= 1; ++i) if (i || j) n += int(c[(y + j + h) % h * w + (x + i + w) % w]);
                d[y * w + x] = next_state(c[y * w + x], n);
            }
        c.swap(d);
    }
    return c;
}

int main()
try {
    const int w = 70, h = 45;
    std::vector<Cell> glider(w * h), soup(w * h);
    for (int at : {1, w + 2, 2 * w, 2 * w + 1, 2 * w + 2}) glider[at] = Cell::alive;
    unsigned s = 12345;
    for (auto &c : soup) c = Cell((s = s * 1103515245 + 12345) >> 16 & 1);
    std::vector<game::Life> boards;
    boards.emplace_back(w, h, glider);
    boards.emplace_back(w, h, soup);
    for (auto &b : boards) b.run(40);
    auto moved = boards[0].cells();
    bool ok = boards[0].alive() == 5;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) ok = ok && moved[(y + 10) % h * w + (x + 10) % w] == glider[y * w + x];
    std::cout << "glider " << (ok ? "moved" : "lost") << '\n';
    auto want = serial(soup, w, h, 40);
    int alive = 0;
    for (auto c : want) alive += c == Cell::alive;
    ok = ok && boards[1].cells() == want && boards[1].alive() == alive;
    std::cout << (ok ? "PASSED" : "FAILED") << std::endl;
    return ok ? 0 : 1;
}
catch (const std::exception &e) {
    std::cerr << e.what() << std::endl;
    return 2;
}
