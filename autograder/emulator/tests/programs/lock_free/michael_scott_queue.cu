// The queue of Michael and Scott: a list with a node that holds nothing at its head. A node is
// appended by an atomicCAS of the last node's link, and whoever sees that the tail is behind moves
// it on. Values are plain.
#include "lock_free.h"
#include "../../modes.h"

struct Queue {
  unsigned head, tail;
  unsigned* next;
  unsigned* value;
};

template <Care care>
__device__ void append(Queue* queue, unsigned node, unsigned value) {
  queue->value[node] = value;
  fence_before_it_is_shown<care>();
  for (;;) {
    const unsigned last = look(&queue->tail);
    const unsigned next = atomicCAS(&queue->next[last], kNone, node);
    atomicCAS(&queue->tail, last, next == kNone ? node : next);
    if (next == kNone) return;
  }
}

template <Care care>
__device__ unsigned take(Queue* queue) {
  for (;;) {
    const unsigned first = look(&queue->head);
    const unsigned last = look(&queue->tail);
    const unsigned next = look_first<care>(&queue->next[first]);
    if (next == kNone) continue;
    if (first == last) {
      atomicCAS(&queue->tail, last, next);
    } else {
      const unsigned value = queue->value[next];
      if (atomicCAS(&queue->head, first, next) == first) return value;
    }
  }
}

template <Care care>
__global__ void append_and_take(Queue* queue, unsigned long long* sum) {
  for (int i = 0; i < kItems; ++i)
    if (gives())
      append<care>(queue, first_item() + i + 1, first_item() + i + 1);
    else
      atomicAdd(sum, static_cast<unsigned long long>(take<care>(queue)));
}

template <Care care>
void run(unsigned threads) {
  const unsigned nodes = items_of(threads) + 1;
  const Queue empty{0, 0, filled<unsigned>(nodes, 0xff), filled<unsigned>(nodes, 0)};
  Queue* queue = filled<Queue>(1, 0);
  cudaMemcpy(queue, &empty, sizeof empty, cudaMemcpyHostToDevice);
  auto* sum = filled<unsigned long long>(1, 0);
  append_and_take<care><<<threads / kThreads, kThreads>>>(queue, sum);
  expect_all_items(sum, items_of(threads));
  cudaFree(empty.next);
  cudaFree(empty.value);
  cudaFree(queue);
}

RUN_CASES(run)
