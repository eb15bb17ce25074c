// Treiber's stack: the head, an index with a tag against reuse, is changed by atomicCAS alone; the
// nodes' fields are plain. Popped nodes are not pushed again, so nothing overwrites what a slow
// thread still reads.
#include "lock_free.h"
#include "../../modes.h"

struct Node {
  unsigned next;
  unsigned value;
};

template <Care care>
__device__ void push(Tagged* head, Node* nodes, unsigned item) {
  nodes[item].value = item + 1;
  Tagged seen = look(head);
  for (;;) {
    nodes[item].next = index_of(seen);
    fence_before_it_is_shown<care>();
    const Tagged old = atomicCAS(head, seen, tagged(tag_of(seen) + 1, item));
    if (old == seen) return;
    seen = old;
  }
}

template <Care care>
__device__ unsigned pop(Tagged* head, const Node* nodes) {
  for (;;) {
    const Tagged seen = look_first<care>(head);
    const unsigned item = index_of(seen);
    if (item == kNone) continue;
    const unsigned next = nodes[item].next;
    if (atomicCAS(head, seen, tagged(tag_of(seen) + 1, next)) == seen) return nodes[item].value;
  }
}

template <Care care>
__global__ void push_and_pop(Tagged* head, Node* nodes, unsigned long long* sum) {
  for (int i = 0; i < kItems; ++i)
    if (gives())
      push<care>(head, nodes, first_item() + i);
    else
      atomicAdd(sum, static_cast<unsigned long long>(pop<care>(head, nodes)));
}

template <Care care>
void run(unsigned threads) {
  Tagged* head = filled<Tagged>(1, 0xff);
  Node* nodes = filled<Node>(items_of(threads), 0);
  auto* sum = filled<unsigned long long>(1, 0);
  push_and_pop<care><<<threads / kThreads, kThreads>>>(head, nodes, sum);
  expect_all_items(sum, items_of(threads));
  cudaFree(head);
  cudaFree(nodes);
}

RUN_CASES(run)
