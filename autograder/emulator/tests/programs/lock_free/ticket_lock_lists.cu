// Lists behind ticket locks: everything in a list is plain, and read and written by the thread
// whose number is served.
#include "lock_free.h"
#include "../../modes.h"

constexpr unsigned kLists = 4;

struct List {
  unsigned drawn, served;
  unsigned first;
  unsigned length;
};

template <Care care>
__device__ void lock(List* list) {
  const unsigned mine = atomicAdd(&list->drawn, 1u);
  while (look_first<care>(&list->served) != mine) __nanosleep(20);
}

template <Care care>
__device__ void unlock(List* list) {
  fence_before_it_is_shown<care>();
  atomicAdd(&list->served, 1u);
}

template <Care care>
__device__ void put(List* lists, unsigned* next, unsigned item) {
  List* list = &lists[item % kLists];
  lock<care>(list);
  next[item] = list->first;
  list->first = item;
  ++list->length;
  unlock<care>(list);
}

/// kNone: the list is empty.
template <Care care>
__device__ unsigned take(List* list, const unsigned* next) {
  lock<care>(list);
  const unsigned item = list->first;
  if (item != kNone) {
    list->first = next[item];
    --list->length;
  }
  unlock<care>(list);
  return item;
}

template <Care care>
__device__ unsigned take_from_any(List* lists, const unsigned* next) {
  for (unsigned i = threadIdx.x;; ++i) {
    const unsigned item = take<care>(&lists[i % kLists], next);
    if (item != kNone) return item + 1;
  }
}

template <Care care>
__global__ void put_and_take(List* lists, unsigned* next, unsigned long long* sum) {
  for (int i = 0; i < kItems; ++i)
    if (gives())
      put<care>(lists, next, first_item() + i);
    else
      atomicAdd(sum, static_cast<unsigned long long>(take_from_any<care>(lists, next)));
}

template <Care care>
void run(unsigned threads) {
  List* lists = filled<List>(kLists, 0);
  const List empty{0, 0, kNone, 0};
  for (unsigned i = 0; i < kLists; ++i)
    cudaMemcpy(&lists[i], &empty, sizeof empty, cudaMemcpyHostToDevice);
  unsigned* next = filled<unsigned>(items_of(threads), 0xff);
  auto* sum = filled<unsigned long long>(1, 0);
  put_and_take<care><<<threads / kThreads, kThreads>>>(lists, next, sum);
  expect_all_items(sum, items_of(threads));
  cudaFree(lists);
  cudaFree(next);
}

RUN_CASES(run)
