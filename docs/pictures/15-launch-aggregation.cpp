// The run behind the timeline of lesson 15: a hub leads to 60 vertices, two of which have many
// neighbors. It is searched with one child for each vertex, and with one child for each warp.
#include <vector>

#include "exercise.h"

int main() {
  constexpr int kMiddle = 60, kMany = 20, kVertices = 200;
  std::vector<int> offsets{0}, neighbors;
  for (int v = 0; v < kVertices; ++v) {
    const bool many = v == 7 || v == 40;
    for (int i = 1; v == 0 && i <= kMiddle; ++i) neighbors.push_back(i);
    for (int i = 0; v > 0 && v <= kMiddle && i < (many ? kMany : 2); ++i) {
      neighbors.push_back(kMiddle + 1 + (v * 3 + i * 7) % (kVertices - kMiddle - 1));
    }
    offsets.push_back(static_cast<int>(neighbors.size()));
  }
  std::vector<int> depths(kVertices);
  int refused = 0;
  const auto run = [&](Strategy strategy) {
    return search(depths.data(), &refused, offsets.data(), neighbors.data(), kVertices, 0, strategy,
                  {0, 1, 2048});
  };
  if (const int error = run(kChildPerVertex)) return error;
  return run(kChildPerWarp);
}
