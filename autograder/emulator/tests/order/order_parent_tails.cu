// Tails wait for all that the parent launches, in whatever stream and however early the tails were
// launched; they run one after another (T2, T3). The card's order was 0 20 2 21 1 22 91 92.
#include "../marks.h"

__global__ void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

__global__ void child() {
  mark(20);
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(21, 300);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(22, 100);
  mark(static_cast<int>(cudaGetLastError()) * 1000 + 20);
}

__global__ void parent() {
  mark(0);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(91, 0);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(92, 0);
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(1, 400);
  leaf<<<1, 1, 0, cudaStreamPerThread>>>(2, 50);
  child<<<1, 1>>>();
  mark(static_cast<int>(cudaGetLastError()) * 1000);
}

int main() {
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  const std::vector<int> order = taken_marks();
  EXPECT_EQ(order.size(), 10);
  EXPECT_EQ(order.front(), 0);
  expect_before(order, {1, 2, 20, 21, 22}, {91});
  expect_before(order, {91}, {92});
  expect_before(order, {20, 21}, {22});
  return failures();
}
