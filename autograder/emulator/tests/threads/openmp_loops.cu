// Loops of OpenMP in every schedule, whose iterations launch kernels and wait for them: ordered
// parts come in their order, locks keep threads apart, and iterations wait for earlier ones.
#include <omp.h>

#include "host_threads.h"

constexpr int kThreads = 3, kCount = 24;

void check(const int* data, int added) {
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(value_of(data + i), i + added);
}

void in_every_schedule(int* data) {
  fill<<<1, 32>>>(data, kCount, 0);
#pragma omp parallel for num_threads(kThreads) schedule(dynamic, 2)
  for (int i = 0; i < kCount; ++i) add<<<1, 32>>>(data + i, 1, i);
  check(data, 0);
#pragma omp parallel for num_threads(kThreads) schedule(guided)
  for (int i = 0; i < kCount; ++i) add<<<1, 32>>>(data + i, 1, 1);
  check(data, 1);
#pragma omp parallel num_threads(kThreads)
  {
#pragma omp for schedule(runtime)
    for (int i = 0; i < kCount; ++i) add<<<1, 32>>>(data + i, 1, 1);
#pragma omp for schedule(dynamic) nowait
    for (long i = 0; i < kCount; ++i) add<<<1, 32>>>(data + i, 1, 1);
  }
  check(data, 3);
}

void in_order(int* data) {
  int next = 0;
#pragma omp parallel for num_threads(kThreads) ordered schedule(dynamic)
  for (int i = 0; i < kCount; ++i) {
    fill<<<1, 32>>>(data + i, 1, i);
    const int value = value_of(data + i);
#pragma omp ordered
    {
      EXPECT_EQ(value, next);
      ++next;
    }
  }
  EXPECT_EQ(next, kCount);
}

// Each adds what the one before it has found.
void after_the_one_before(int* data) {
  fill<<<1, 32>>>(data, kCount, 1);
#pragma omp parallel for num_threads(kThreads) ordered(1) schedule(static, 1)
  for (int i = 1; i < kCount; ++i) {
#pragma omp ordered depend(sink : i - 1)
    add<<<1, 32>>>(data + i, 1, value_of(data + i - 1));
    EXPECT_EQ(value_of(data + i), i + 1);
#pragma omp ordered depend(source)
  }
}

void between_locks(int* data) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  fill<<<1, 32>>>(data, 1, 0);
  int tried = 0;
#pragma omp parallel num_threads(kThreads)
  for (int i = 0; i < kCount; ++i) {
    if (i % 2 == 0)
      omp_set_lock(&lock);
    else
      while (!omp_test_lock(&lock)) {
#pragma omp atomic
        ++tried;
      }
    const int before = value_of(data);
    add<<<1, 32>>>(data, 1, 1);
    EXPECT_EQ(value_of(data), before + 1);
    omp_unset_lock(&lock);
  }
  EXPECT_EQ(value_of(data), kThreads * kCount);
  omp_destroy_lock(&lock);
}

int main() {
  int* data;
  EXPECT_EQ(cudaMalloc(&data, kCount * sizeof(int)), cudaSuccess);
  in_every_schedule(data);
  in_order(data);
  after_the_one_before(data);
  between_locks(data);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  return failures();
}
