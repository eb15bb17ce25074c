// Parents, children, tails and siblings: what was written before a launch is seen by the child (M2),
// nothing of a child is seen by its running parent (M3), streams and events order siblings (S, E).
#include "case.h"

constexpr int kThreads = 64;

__global__ void read_all(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }  //! race
__global__ void add_one(int* data) { data[threadIdx.x] += 1; }

// ---- Before the launch ---------------------------------------------------------------------------

template <bool kBarrier>
__global__ void all_write_one_launches(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;                                         //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 0) read_all<<<1, kThreads>>>(data, out);
}
PAIR(barrier_before_the_launch) { all_write_one_launches<kRight><<<1, kThreads>>>(zeros(), zeros()); }

__global__ void sum_of_warp(const int* in, int* out) { *out = in[0] + in[31]; }    //! race
template <bool kBarrier>
__global__ void lanes_write_one_launches(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;                                         //! race
  if (kBarrier) __syncwarp();
  if (threadIdx.x == 0) sum_of_warp<<<1, 1>>>(data, out);
}
PAIR(warp_barrier_before_the_launch) { lanes_write_one_launches<kRight><<<1, 32>>>(zeros(), zeros()); }

__global__ void reads_first(const int* in, int* out) { *out = *in; }       //! race
template <bool kBefore>
__global__ void writes_then_launches(int* data, int* out) {
  if (kBefore) *data = 7;
  reads_first<<<1, 1>>>(data, out);
  if (!kBefore) *data = 7;                                                 //! race
}
PAIR(own_write_before_the_launch) { writes_then_launches<kRight><<<1, 1>>>(zeros(), zeros()); }

// Whoever launches answers for the others of its block.
__global__ void reads_both(const int* in, int* out) { out[in[0] & 1] = in[1]; }    //! race
template <bool kBarrier>
__global__ void second_thread_launches(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;                                         //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 40) reads_both<<<1, 1>>>(data, out);
}
PAIR(another_thread_launches) { second_thread_launches<kRight><<<1, kThreads>>>(zeros(), zeros()); }

// An argument is copied when the launch is made (G1); memory behind a pointer is not.
__global__ void takes_value(int value, int* out) { *out = value; }
__global__ void takes_pointer(const int* value, int* out) { *out = *value; }       //! race
template <bool kByValue>
__global__ void changes_argument(int* value, int* out) {
  int copy = 3;
  if (kByValue)
    takes_value<<<1, 1>>>(copy, out);
  else
    takes_pointer<<<1, 1>>>(value, out);
  copy = 4;
  *value = copy;                                                           //! race
}
PAIR(argument_changed_after_the_launch) { changes_argument<kRight><<<1, 1>>>(zeros(), zeros()); }

// A loop that launches: the input of the second child overwrites that of the first.
__global__ void squares(const int* in, int* out) { *out = *in * *in; }     //! race
template <bool kOwnPlaces>
__global__ void launches_in_a_loop(int* inputs, int* out) {
  for (int i = 0; i < 3; ++i) {
    int* input = kOwnPlaces ? &inputs[i] : inputs;
    *input = i;                                                            //! race
    squares<<<1, 1>>>(input, out + i);
  }
}
PAIR(inputs_of_a_loop_of_launches) { launches_in_a_loop<kRight><<<1, 1>>>(zeros(), zeros()); }

// Data of another block: only what a fence and an atomic have published.
__global__ void reads_two(const int* in, int* out) { *out = in[0] + in[1]; }       //! race
template <bool kPublished>
__global__ void two_blocks_one_launch(int* data, unsigned* done, int* out) {
  data[blockIdx.x] = 1;                                                    //! race
  if (kPublished) {
    __threadfence();
    if (atomicAdd(done, 1u) != 1) return;
    __threadfence();
    reads_two<<<1, 1>>>(data, out);
  } else if (blockIdx.x == 1) {
    reads_two<<<1, 1>>>(data, out);
  }
}
PAIR(data_of_another_block) {
  two_blocks_one_launch<kRight><<<2, 1>>>(zeros(), zeros<unsigned>(), zeros());
}

// The last block launches, but nobody has fenced.
__global__ void reads_what_blocks_wrote(const int* in, int* out) { *out = in[0] + in[1]; }    //! missing-fence
template <bool kFence>
__global__ void last_block_launches(int* data, unsigned* done, int* out) {
  data[blockIdx.x] = 1;                                                    //! missing-fence
  if (kFence) __threadfence();
  if (atomicAdd(done, 1u) != 1) return;
  __threadfence();
  reads_what_blocks_wrote<<<1, 1>>>(data, out);
}
PAIR(last_block_launches_without_fence) {
  last_block_launches<kRight><<<2, 1>>>(zeros(), zeros<unsigned>(), zeros());
}

// ---- After the launch ----------------------------------------------------------------------------

__global__ void writes_result(int* data) { *data = 9; }                    //! race
__global__ void uses_result(int* data, int* out) { *out = *data; }
template <bool kTail>
__global__ void wants_result(int* data, int* out) {
  writes_result<<<1, 1>>>(data);
  if (kTail)
    uses_result<<<1, 1, 0, cudaStreamTailLaunch>>>(data, out);
  else
    *out = *data;                                                          //! race
}
PAIR(childs_result_in_the_parent) { wants_result<kRight><<<1, 1>>>(zeros(), zeros()); }

__global__ void fills(int* data) { data[threadIdx.x] = 9; }                //! race
template <bool kOther>
__global__ void writes_beside_its_child(int* data) {
  if (threadIdx.x == 0) fills<<<1, 32>>>(data);
  __syncthreads();
  data[kOther ? 32 + threadIdx.x : threadIdx.x] = threadIdx.x;             //! race
}
PAIR(parent_writes_where_its_child_writes) { writes_beside_its_child<kRight><<<1, 32>>>(zeros()); }

template <bool kAtomic>
__global__ void counts_too(int* counter) { atomicAdd(counter, 1); }       //! race
template <bool kAtomic>
__global__ void counts_with_its_child(int* counter) {
  counts_too<true><<<1, 8>>>(counter);
  if (kAtomic)
    atomicAdd(counter, 1);
  else
    *counter += 1;                                                         //! race
}
PAIR(counter_of_parent_and_child) { counts_with_its_child<kRight><<<1, 1>>>(zeros()); }

// A tail sees everything of its grid and of that grid's children; a child beside it does not.
__global__ void makes(int* data) { data[threadIdx.x] = 2; }                //! race
__global__ void takes(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] + in[kThreads]; }    //! race
template <bool kTail>
__global__ void tail_of_everything(int* data, int* out) {
  if (threadIdx.x == 0) {
    takes<<<1, kThreads, 0, kTail ? cudaStreamTailLaunch : cudaStreamFireAndForget>>>(data, out);
    makes<<<1, kThreads, 0, cudaStreamFireAndForget>>>(data);
  }
  if (threadIdx.x == 1) data[kThreads] = 5;                                //! race
}
PAIR(tail_sees_everything) { tail_of_everything<kRight><<<1, kThreads>>>(zeros(), zeros()); }

__global__ void second_tail(const int* in, int* out) { *out = *in; }       //! race
__global__ void first_tail(int* data) { *data = 3; }                       //! race
template <bool kBothTails>
__global__ void two_tails(int* data, int* out) {
  first_tail<<<1, 1, 0, kBothTails ? cudaStreamTailLaunch : cudaStreamFireAndForget>>>(data);
  second_tail<<<1, 1, 0, kBothTails ? cudaStreamTailLaunch : cudaStreamFireAndForget>>>(data, out);
}
PAIR(tails_run_in_order) { two_tails<kRight><<<1, 1>>>(zeros(), zeros()); }

// A chain of tails hands its state on; the same by launches beside the parent does not.
template <bool kTail>
__global__ void link(int* state, int left) {
  if (left > 0) link<kTail><<<1, 1, 0, kTail ? cudaStreamTailLaunch : cudaStreamFireAndForget>>>(state, left - 1);
  *state += left;                                                          //! race
}
PAIR(chain_of_tails) { link<kRight><<<1, 1>>>(zeros(), 3); }

// ---- Grandchildren -------------------------------------------------------------------------------

__global__ void grandchild_reads(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }    //! race
__global__ void child_launches(int* data, int* out) { grandchild_reads<<<1, kThreads>>>(data, out); }
template <bool kBarrier>
__global__ void writes_for_grandchild(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;                                         //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 0) child_launches<<<1, 1>>>(data, out);
}
PAIR(barrier_for_the_grandchild) { writes_for_grandchild<kRight><<<1, kThreads>>>(zeros(), zeros()); }

__global__ void grandchild_writes(int* data) { *data = 4; }                //! race
__global__ void child_of_grandchild(int* data) { grandchild_writes<<<1, 1, 0, cudaStreamFireAndForget>>>(data); }
__global__ void reads_grandchilds(const int* in, int* out) { *out = *in; }    //! race
template <bool kSameStream>
__global__ void waits_for_the_tree(int* data, int* out) {
  cudaStream_t stream = kSameStream ? nullptr : cudaStreamFireAndForget;
  child_of_grandchild<<<1, 1, 0, stream>>>(data);
  reads_grandchilds<<<1, 1, 0, stream>>>(data, out);
}
PAIR(next_grid_waits_for_the_tree) { waits_for_the_tree<kRight><<<1, 1>>>(zeros(), zeros()); }

__global__ void deep_writes(int* data) { *data = 4; }                      //! race
__global__ void middle(int* data) { deep_writes<<<1, 1>>>(data); }
template <bool kWrites>
__global__ void beside_grandchild(int* data) {
  middle<<<1, 1>>>(data);
  if (kWrites) *data = 5;                                                  //! race
}
PAIR(parent_writes_where_a_grandchild_writes) { beside_grandchild<!kRight><<<1, 1>>>(zeros()); }

// ---- Siblings ------------------------------------------------------------------------------------

__global__ void first_sibling(int* data) { data[threadIdx.x] = 1; }        //! race
__global__ void second_sibling(int* data) { data[threadIdx.x] += 1; }      //! race
template <bool kOneStream>
__global__ void siblings(int* data) {
  cudaStream_t stream = kOneStream ? nullptr : cudaStreamFireAndForget;
  first_sibling<<<1, kThreads, 0, stream>>>(data);
  second_sibling<<<1, kThreads, 0, stream>>>(data);
}
PAIR(null_stream_or_fire_and_forget) { siblings<kRight><<<1, 1>>>(zeros()); }

__global__ void named_first(int* data) { data[threadIdx.x] = 1; }          //! race
__global__ void named_second(int* data) { data[threadIdx.x] += 1; }        //! race
template <bool kOneStream>
__global__ void named_streams(int* data) {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  named_first<<<1, kThreads, 0, a>>>(data);
  named_second<<<1, kThreads, 0, kOneStream ? a : b>>>(data);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
PAIR(named_streams_one_or_two) { named_streams<kRight><<<1, 1>>>(zeros()); }

__global__ void of_null(int* data) { data[threadIdx.x] = 1; }              //! race
__global__ void of_named(int* data) { data[threadIdx.x] += 1; }            //! race
template <bool kSame>
__global__ void null_and_named(int* data) {
  cudaStream_t a;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  of_null<<<1, kThreads, 0, kSame ? a : nullptr>>>(data);
  of_named<<<1, kThreads, 0, a>>>(data);
  cudaStreamDestroy(a);
}
PAIR(null_stream_and_a_named_one) { null_and_named<kRight><<<1, 1>>>(zeros()); }

// The NULL stream is the block's; other blocks have their own.
__global__ void block_child(int* data) { *data += 1; }                     //! race
template <bool kOneBlock>
__global__ void null_of_blocks(int* data) {
  if (kOneBlock ? blockIdx.x == 0 : threadIdx.x == 0) block_child<<<1, 1>>>(data);
}
PAIR(null_stream_is_the_blocks) { null_of_blocks<kRight><<<2, 2>>>(zeros()); }

// The per-thread stream is the thread's.
__global__ void thread_child(int* data) { *data += 1; }                    //! race
template <bool kOneThread>
__global__ void per_thread(int* data) {
  if (kOneThread && threadIdx.x != 0) return;
  thread_child<<<1, 1, 0, cudaStreamPerThread>>>(data);
  if (kOneThread) thread_child<<<1, 1, 0, cudaStreamPerThread>>>(data);
}
PAIR(per_thread_stream_is_the_threads) { per_thread<kRight><<<1, 2>>>(zeros()); }

__global__ void before_event(int* data) { *data = 1; }                     //! race
__global__ void behind_event(int* data) { *data += 1; }                    //! race
template <bool kWait>
__global__ void event_between(int* data) {
  cudaStream_t a, b;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  before_event<<<1, 1, 0, a>>>(data);
  cudaEventRecord(event, a);
  if (kWait) cudaStreamWaitEvent(b, event, 0);
  behind_event<<<1, 1, 0, b>>>(data);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
PAIR(device_event) { event_between<kRight><<<1, 1>>>(zeros()); }

// An event stands for what was in the stream when it was recorded, not for what came later.
__global__ void behind_record(int* data) { *data = 1; }                    //! race
__global__ void behind_wait(int* data) { *data += 1; }                     //! race
template <bool kRecordBehind>
__global__ void record_too_early(int* data) {
  cudaStream_t a, b;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  if (!kRecordBehind) cudaEventRecord(event, a);
  behind_record<<<1, 1, 0, a>>>(data);
  if (kRecordBehind) cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event, 0);
  behind_wait<<<1, 1, 0, b>>>(data);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
PAIR(device_event_recorded_too_early) { record_too_early<kRight><<<1, 1>>>(zeros()); }

// A wait for an event that nothing has recorded yet holds back nothing, in device code too.
__global__ void made_first(int* data) { *data = 1; }                       //! race
__global__ void used_second(int* data) { *data += 1; }                     //! race
template <bool kRecordFirst>
__global__ void wait_too_early(int* data) {
  cudaStream_t a, b;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  made_first<<<1, 1, 0, a>>>(data);
  if (kRecordFirst) cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event, 0);                                        //! unrecorded-event
  if (!kRecordFirst) cudaEventRecord(event, a);
  used_second<<<1, 1, 0, b>>>(data);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
PAIR(wait_comes_after_the_record) { wait_too_early<kRight><<<1, 1>>>(zeros()); }

// Each thread launches a child for its own part.
__global__ void part(int* data, int size) {
  for (int i = 0; i < size; ++i) data[i] += 1;                             //! race
}
template <bool kApart>
__global__ void parts(int* data) {
  part<<<1, 1, 0, cudaStreamFireAndForget>>>(data + 4 * threadIdx.x, kApart ? 4 : 5);
}
PAIR(children_with_overlapping_parts) { parts<kRight><<<1, kThreads>>>(zeros()); }

// ---- Copies and memsets of device code -----------------------------------------------------------

template <bool kBarrier>
__global__ void copies(int* from, int* to) {
  from[threadIdx.x] = threadIdx.x;                                         //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 0)
    cudaMemcpyAsync(to, from, kThreads * sizeof(int), cudaMemcpyDeviceToDevice, nullptr);    //! race
}
PAIR(barrier_before_a_device_copy) { copies<kRight><<<1, kThreads>>>(zeros(), zeros()); }

__global__ void uses_copy(const int* in, int* out) { *out = *in; }
template <bool kTail>
__global__ void reads_copy(int* from, int* to, int* out) {
  cudaMemcpyAsync(to, from, 64, cudaMemcpyDeviceToDevice, nullptr);        //! race
  if (kTail)
    uses_copy<<<1, 1, 0, cudaStreamTailLaunch>>>(to, out);
  else
    *out = to[3];                                                          //! race
}
PAIR(result_of_a_device_copy) { reads_copy<kRight><<<1, 1>>>(zeros(), zeros(), zeros()); }

__global__ void after_memset(int* data) { data[threadIdx.x] += 1; }        //! race
template <bool kOneStream>
__global__ void clears(int* data) {
  cudaMemsetAsync(data, 0, kThreads * sizeof(int), nullptr);               //! race
  after_memset<<<1, kThreads, 0, kOneStream ? nullptr : cudaStreamFireAndForget>>>(data);
}
PAIR(memset_before_a_child) { clears<kRight><<<1, 1>>>(zeros()); }

// ---- What must not be handed to a child ----------------------------------------------------------

__global__ void reads_pointer(const int* in, int* out) { *out = *in; }     //! local-pointer
template <bool kGlobal>
__global__ void passes_local(int* data, int* out) {
  int local = 3;
  *data = local;
  reads_pointer<<<1, 1>>>(kGlobal ? data : &local, out);                   //! local-pointer
}
PAIR(address_of_a_local_variable) { passes_local<kRight><<<1, 1>>>(zeros(), zeros()); }

struct View {
  const int* begin;
  int size;
};
__global__ void reads_view(View view, int* out) {
  for (int i = 0; i < view.size; ++i) *out += view.begin[i];               //! local-pointer
}
template <bool kGlobal>
__global__ void passes_view(int* data, int* out) {
  int local[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; ++i) data[i] = local[i];
  reads_view<<<1, 1>>>(View{kGlobal ? data : local, 4}, out);              //! local-pointer
}
PAIR(local_address_in_a_struct) { passes_view<kRight><<<1, 1>>>(zeros(), zeros()); }

struct Holder {
  int& value;
};
__global__ void writes_reference(Holder holder) { holder.value = 5; }      //! local-pointer
template <bool kGlobal>
__global__ void passes_reference(int* data, int* out) {
  int local = 3;
  writes_reference<<<1, 1>>>(Holder{kGlobal ? *data : local});             //! local-pointer
  *out = 1;
}
PAIR(local_variable_by_reference) { passes_reference<kRight><<<1, 1>>>(zeros(), zeros()); }

__global__ void follows(int* const* slot, int* out) { *out = **slot; }     //! local-pointer
template <bool kGlobal>
__global__ void leaks_through_memory(int** slot, int* data, int* out) {
  int local = 3;
  *data = local;
  *slot = kGlobal ? data : &local;
  follows<<<1, 1>>>(slot, out);
}
PAIR(local_address_through_global_memory) {
  leaks_through_memory<kRight><<<1, 1>>>(zeros<int*>(1), zeros(), zeros());
}

__global__ void reads_parameter(const int* in, int* out) { *out = *in; }   //! local-pointer
template <bool kGlobal>
__global__ void passes_parameter(int value, int* data, int* out) {
  *data = value;
  reads_parameter<<<1, 1>>>(kGlobal ? data : &value, out);                 //! local-pointer
}
PAIR(address_of_a_parameter) { passes_parameter<kRight><<<1, 1>>>(3, zeros(), zeros()); }

__global__ void reads_shared(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }    //! shared-pointer
template <bool kGlobal>
__global__ void passes_shared(int* data, int* out) {
  __shared__ int s[kThreads];
  s[threadIdx.x] = threadIdx.x;
  data[threadIdx.x] = s[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) reads_shared<<<1, kThreads>>>(kGlobal ? data : s, out);    //! shared-pointer
}
PAIR(address_of_shared_memory) { passes_shared<kRight><<<1, kThreads>>>(zeros(), zeros()); }

// The launch is wrong, whether or not the child uses what it gets.
__global__ void ignores(const int* in, int* out) { *out = 1; }
template <bool kGlobal>
__global__ void passes_unused_local(int* data, int* out) {
  int local = 3;
  ignores<<<1, 1>>>(kGlobal ? data : &local, out);                         //! local-pointer
}
PAIR(address_of_a_local_variable_not_used) { passes_unused_local<kRight><<<1, 1>>>(zeros(), zeros()); }

template <bool kGlobal>
__global__ void passes_unused_shared(int* data, int* out) {
  __shared__ int s[kThreads];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) ignores<<<1, 1>>>(kGlobal ? data : &s[5], out);    //! shared-pointer
}
PAIR(address_of_shared_memory_not_used) { passes_unused_shared<kRight><<<1, kThreads>>>(zeros(), zeros()); }

__global__ void ignores_view(View view, int* out) { *out = 1; }
template <bool kGlobal>
__global__ void passes_unused_view(int* data, int* out) {
  int local[4] = {1, 2, 3, 4};
  ignores_view<<<1, 1>>>(View{kGlobal ? data : local, 4}, out);            //! local-pointer
}
PAIR(address_in_a_struct_not_used) { passes_unused_view<kRight><<<1, 1>>>(zeros(), zeros()); }

__global__ void looks_when_asked(const int* in, int n, int* out) {
  if (n > 100) *out = in[n];
}
template <bool kGlobal>
__global__ void passes_and_does_not_ask(int* data, int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) looks_when_asked<<<1, 1>>>(kGlobal ? data : s, 4, out);    //! shared-pointer
}
PAIR(address_used_in_another_branch) {
  passes_and_does_not_ask<kRight><<<1, kThreads, kThreads * sizeof(int)>>>(zeros(), zeros());
}

template <class... Ts>
__global__ void ignores_all(int* out, Ts... all) { *out = sizeof...(all); }
template <bool kGlobal>
__global__ void passes_a_pack(int* data, int* out) {
  double local = 2;
  ignores_all<<<1, 1>>>(out, 3, kGlobal ? data : static_cast<void*>(&local), 'c');    //! local-pointer
}
PAIR(address_in_a_pack) { passes_a_pack<kRight><<<1, 1>>>(zeros(), zeros()); }

template <bool kOwn>
__global__ void passes_anothers(int* data, int* out) {
  __shared__ int* s[2];
  int mine = threadIdx.x;
  s[threadIdx.x] = &mine;
  __syncthreads();
  if (threadIdx.x == 0) ignores<<<1, 1>>>(kOwn ? data : s[1], out);        //! local-pointer
  __syncthreads();
  out[2 + threadIdx.x] = mine;
}
PAIR(address_of_another_threads_variable) { passes_anothers<kRight><<<1, 2>>>(zeros(), zeros()); }

__global__ void leaves_shared(int** slot) {
  __shared__ int s;
  s = 3;
  *slot = &s;
}
template <bool kGlobal>
__global__ void passes_left(int* const* slot, int* data, int* out) {
  ignores<<<1, 1>>>(kGlobal ? data : *slot, out);                          //! shared-pointer
}
PAIR(address_left_by_another_grid) {
  int** slot = zeros<int*>(1);
  leaves_shared<<<1, 1>>>(slot);
  passes_left<kRight><<<1, 1>>>(slot, zeros(), zeros());
}

// The halves of an address are none.
struct Halves {
  int low, high;
};
__global__ void takes_numbers(Halves halves, double number, int* out) { *out = halves.low != 0 || number > 0; }
__global__ void passes_numbers(int* out) {
  int local = 3;
  const auto address = reinterpret_cast<unsigned long long>(&local);
  const int low = static_cast<int>(address), high = static_cast<int>(address >> 32);
  takes_numbers<<<1, 1>>>(Halves{low, high}, __hiloint2double(high, low), out);
}
CLEAN(numbers_that_look_like_an_address) { passes_numbers<<<1, 1>>>(zeros()); }

__global__ void frees_list(int* list, int* out) {
  *out = list[3];
  free(list);
}
__global__ void passes_heap(int* out) {
  auto* list = static_cast<int*>(malloc(4 * sizeof(int)));
  for (int i = 0; i < 4; ++i) list[i] = i;
  frees_list<<<1, 1>>>(list, out);
}
CLEAN(address_of_heap_memory) { passes_heap<<<1, 1>>>(zeros()); }

// ---- The host waits for the whole tree -----------------------------------------------------------

__global__ void deepest(int* data) { data[threadIdx.x] += 1; }             //! race
__global__ void tree(int* data) {
  deepest<<<1, 8, 0, cudaStreamFireAndForget>>>(data);
  deepest<<<1, 8, 0, cudaStreamTailLaunch>>>(data);
}
__global__ void after_tree(int* data) { data[threadIdx.x] += 1; }          //! race
PAIR(next_kernel_of_the_host) {
  int* data = zeros();
  cudaStream_t a = new_stream(), b = new_stream();
  tree<<<1, 1, 0, a>>>(data);
  after_tree<<<1, 8, 0, kRight ? a : b>>>(data);
}

__global__ void leaf(int* data) { data[threadIdx.x] = 1; }                 //! race
__global__ void small_tree(int* data) { leaf<<<1, 8>>>(data); }
PAIR(host_reads_what_a_tree_wrote) {
  int* data = mapped();
  small_tree<<<1, 1>>>(data);
  if (kRight) cudaDeviceSynchronize();
  data[8] = data[3];                                                       //! race
}

// ---- Waiting in a kernel -------------------------------------------------------------------------

__global__ void sets(volatile int* flag) { *flag = 1; }
__global__ void waits_for_child(volatile int* flag, int* out) {
  sets<<<1, 1>>>(flag);
  while (*flag == 0) {}            //! spin-on-child @late
  *out = 1;
}
WRONG(polls_for_its_child) { waits_for_child<<<1, 1>>>(zeros(), zeros()); }
