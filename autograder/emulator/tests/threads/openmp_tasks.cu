// Tasks of OpenMP, sections and single blocks that give work to the device: what a task has made is
// there after taskwait, what each section has made after the sections, and one thread alone
// prepares what all others read.
#include <omp.h>

#include "host_threads.h"

constexpr int kThreads = 3, kTasks = 8, kCount = 100;

// The device's sum of two halves, each by a task, down to one element.
int sum_of(const int* data, int first, int last) {
  if (last - first == 1) return value_of(data + first);
  int left = 0, right = 0;
#pragma omp task shared(left)
  left = sum_of(data, first, (first + last) / 2);
#pragma omp task shared(right)
  right = sum_of(data, (first + last) / 2, last);
#pragma omp taskwait
  return left + right;
}

void in_tasks(int* data) {
  int made[kTasks] = {}, sum = 0;
#pragma omp parallel num_threads(kThreads)
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i) shared(made)
      {
        fill<<<1, 32>>>(data + i, 1, i * i);
        made[i] = value_of(data + i);
      }
    }
#pragma omp taskwait
    for (int i = 0; i < kTasks; ++i) EXPECT_EQ(made[i], i * i);
    sum = sum_of(data, 0, kTasks);
#pragma omp taskloop grainsize(2)
    for (int i = 0; i < kTasks; ++i) add<<<1, 32>>>(data + i, 1, 1000);
  }
  EXPECT_EQ(sum, 0 + 1 + 4 + 9 + 16 + 25 + 36 + 49);
  for (int i = 0; i < kTasks; ++i) EXPECT_EQ(value_of(data + i), i * i + 1000);
}

void in_sections(int* data) {
  int left = 0, right = 0, given = 0;
#pragma omp parallel num_threads(kThreads)
  {
#pragma omp sections
    {
#pragma omp section
      {
        fill<<<1, 32>>>(data, 1, 7);
        left = value_of(data);
      }
#pragma omp section
      {
        fill<<<1, 32>>>(data + 1, 1, 8);
        right = value_of(data + 1);
      }
    }
    EXPECT_EQ(left + right, 15);
    int mine = 0;
#pragma omp single copyprivate(mine)
    {
      add<<<1, 32>>>(data, 1, 35);
      mine = value_of(data);
    }
    EXPECT_EQ(mine, 42);
#pragma omp atomic
    given += mine;
  }
  EXPECT_EQ(given, kThreads * 42);
}

int main() {
  int* data;
  EXPECT_EQ(cudaMalloc(&data, kCount * sizeof(int)), cudaSuccess);
  in_tasks(data);
  in_sections(data);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  return failures();
}
