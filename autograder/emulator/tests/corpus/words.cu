// What an access touches: bytes, halves of words, vectors, structs, bit-fields. Neighbors in one
// word are no race; parts of one object are.
#include "case.h"

constexpr int kThreads = 64;

// ---- Parts of a word -----------------------------------------------------------------------------

template <int kShare>
__global__ void chars(char* data) { data[threadIdx.x / kShare] = threadIdx.x; }     //! race
PAIR(neighboring_chars) { chars<kRight ? 1 : 2><<<1, kThreads>>>(zeros<char>()); }

template <int kShare>
__global__ void shorts(short* data) { data[threadIdx.x / kShare] = threadIdx.x; }   //! race
PAIR(neighboring_shorts) { shorts<kRight ? 1 : 2><<<1, kThreads>>>(zeros<short>()); }

template <int kShare>
__global__ void shared_chars(int* out) {
  __shared__ char s[kThreads];
  s[threadIdx.x] = 1;
  __syncthreads();
  s[threadIdx.x / kShare] += 1;            //! race
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
PAIR(neighboring_chars_in_shared_memory) { shared_chars<kRight ? 1 : 2><<<1, kThreads>>>(zeros()); }

__global__ void flags(bool* flags, unsigned char* marks) {
  flags[threadIdx.x] = threadIdx.x % 3 == 0;
  marks[threadIdx.x] |= 4;
  marks[kThreads + threadIdx.x] = flags[threadIdx.x] ? 1 : 2;
}
CLEAN(bytes_of_their_own) { flags<<<1, kThreads>>>(zeros<bool>(), zeros<unsigned char>()); }

// The byte that a thread reads is the third of the word that another writes.
template <bool kWhole>
__global__ void byte_of_a_word(int* word, int* out) {
  if (threadIdx.x == 0) *word = 0x01020304;                                    //! race
  if (kWhole) __syncthreads();
  if (threadIdx.x == 1) *out = reinterpret_cast<unsigned char*>(word)[2];      //! race
}
PAIR(byte_of_a_word) { byte_of_a_word<kRight><<<1, 2>>>(zeros(), zeros()); }

struct Apart {
  unsigned a;
  unsigned b;
};
struct Together {
  unsigned a : 5, b : 7;
};
template <class Pair>
__global__ void fields(Pair* data) {
  if (threadIdx.x == 0) data->a = 3;       //! race
  if (threadIdx.x == 1) data->b = 4;       //! race
}
PAIR(bit_fields_share_a_word) {
  if (kRight)
    fields<<<1, 2>>>(zeros<Apart>(1));
  else
    fields<<<1, 2>>>(zeros<Together>(1));
}

union Either {
  int whole;
  char bytes[4];
};
template <int kByte>
__global__ void union_members(Either* data) {
  if (threadIdx.x == 0) data[0].whole = 5;                  //! race
  if (threadIdx.x == 1) data[kByte / 4].bytes[kByte % 4] = 6;    //! race
}
PAIR(members_of_a_union) { union_members<kRight ? 4 : 1><<<1, 2>>>(zeros<Either>(2)); }

struct Padded {
  char tag;
  int value;
  char end;
};
__global__ void padded(Padded* data) {
  if (threadIdx.x % 3 == 0) data[threadIdx.x / 3].tag = 1;
  if (threadIdx.x % 3 == 1) data[threadIdx.x / 3].value = 2;
  if (threadIdx.x % 3 == 2) data[threadIdx.x / 3].end = 3;
}
CLEAN(fields_of_their_own) { padded<<<1, 60>>>(zeros<Padded>(20)); }

// ---- Vectors -------------------------------------------------------------------------------------

template <bool kBarrier>
__global__ void float4_and_float(float* data) {
  if (threadIdx.x < 16) reinterpret_cast<float4*>(data)[threadIdx.x] = make_float4(1, 2, 3, 4);   //! race
  if (kBarrier) __syncthreads();
  data[256 + threadIdx.x] = data[threadIdx.x];                                                    //! race
}
PAIR(float4_written_float_read) { float4_and_float<kRight><<<1, kThreads>>>(zeros<float>()); }

template <bool kBarrier>
__global__ void float_and_float4(float* data) {
  data[threadIdx.x] = threadIdx.x;                                                   //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x < 16) {
    const float4 four = reinterpret_cast<const float4*>(data)[15 - threadIdx.x];     //! race
    data[256 + threadIdx.x] = four.x + four.w;
  }
}
PAIR(float_written_float4_read) { float_and_float4<kRight><<<1, kThreads>>>(zeros<float>()); }

template <int kShift>
__global__ void halves_of_double(double* data, float* out) {
  if (threadIdx.x == 0) data[0] = 1.0;                                               //! race
  if (threadIdx.x == 1) *out = reinterpret_cast<const float*>(data)[kShift];         //! race
}
PAIR(half_of_a_double) { halves_of_double<kRight ? 2 : 1><<<1, 2>>>(zeros<double>(), zeros<float>()); }

__global__ void triples(int3* data, longlong2* more) {
  data[threadIdx.x] = make_int3(1, 2, 3);
  more[threadIdx.x].x += data[threadIdx.x].z;
}
CLEAN(vectors_of_their_own) { triples<<<1, kThreads>>>(zeros<int3>(), zeros<longlong2>()); }

template <bool kOwn>
__global__ void component(float2* data) {
  if (threadIdx.x == 0) data[0] = make_float2(1, 2);     //! race
  if (threadIdx.x == 1) data[kOwn ? 1 : 0].y = 5;        //! race
}
PAIR(component_of_a_vector) { component<kRight><<<1, 2>>>(zeros<float2>()); }

// ---- Structs -------------------------------------------------------------------------------------

template <int kInts>
struct Of {
  int value[kInts];
};

template <class Struct, bool kBarrier>
__global__ void assigned(Struct* data) {
  if (threadIdx.x == 0) data[0] = data[1];               //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) data[0].value[2] = 7;            //! race
}
PAIR(struct_of_16_bytes_assigned) { assigned<Of<4>, kRight><<<1, 2>>>(zeros<Of<4>>(2)); }

template <class Struct, bool kBarrier>
__global__ void assigned_64(Struct* data) {
  if (threadIdx.x == 0) data[0] = data[1];               //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) data[0].value[9] = 7;            //! race
}
PAIR(struct_of_64_bytes_assigned) { assigned_64<Of<16>, kRight><<<1, 2>>>(zeros<Of<16>>(2)); }

template <class Struct, bool kBarrier>
__global__ void assigned_400(Struct* data) {
  if (threadIdx.x == 0) data[0] = data[1];               //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) data[0].value[70] = 7;           //! race
}
PAIR(struct_of_400_bytes_assigned) { assigned_400<Of<100>, kRight><<<1, 2>>>(zeros<Of<100>>(2)); }

template <bool kBarrier>
__global__ void read_as_a_whole(Of<16>* data) {
  if (threadIdx.x == 0) data[0].value[9] = 7;            //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) data[1] = data[0];               //! race
}
PAIR(struct_read_as_a_whole) { read_as_a_whole<kRight><<<1, 2>>>(zeros<Of<16>>(2)); }

template <bool kBarrier>
__global__ void through_shared(Of<16>* data, int* out) {
  __shared__ Of<16> s[2];
  s[threadIdx.x] = data[threadIdx.x];                    //! race
  if (kBarrier) __syncthreads();
  out[threadIdx.x] = s[1 - threadIdx.x].value[3];        //! race
}
PAIR(struct_copied_to_shared_memory) { through_shared<kRight><<<1, 2>>>(zeros<Of<16>>(2), zeros()); }

template <class Struct>
__device__ __noinline__ Struct made(int n) {
  Struct result;
  for (int& v : result.value) v = n++;
  return result;
}
template <bool kBarrier>
__global__ void returned(Of<16>* data, int* out) {
  if (threadIdx.x == 0) data[0] = made<Of<16>>(3);       //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) *out = data[0].value[9];         //! race
}
PAIR(struct_of_64_bytes_returned_into_memory) { returned<kRight><<<1, 2>>>(zeros<Of<16>>(2), zeros()); }

template <bool kBarrier>
__global__ void small_returned(Of<4>* data, int* out) {
  if (threadIdx.x == 0) data[0] = made<Of<4>>(3);        //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) *out = data[0].value[2];         //! race
}
PAIR(struct_of_16_bytes_returned_into_memory) { small_returned<kRight><<<1, 2>>>(zeros<Of<4>>(2), zeros()); }

template <bool kBarrier>
__global__ void returned_by_a_branch(Of<4>* data, int* out) {
  if (threadIdx.x == 0) data[0] = out[1] == 0 ? made<Of<4>>(3) : Of<4>{};  //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) *out = data[0].value[2];                           //! race
}
PAIR(struct_returned_by_a_branch) { returned_by_a_branch<kRight><<<1, 2>>>(zeros<Of<4>>(2), zeros()); }

__device__ __noinline__ int fifth(Of<16> all) { return all.value[5]; }
template <bool kBarrier>
__global__ void by_value(Of<16>* data, int* out) {
  if (threadIdx.x == 0) data[0].value[5] = 7;            //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) *out = fifth(data[0]);           //! race
}
PAIR(struct_handed_over_by_value) { by_value<kRight><<<1, 2>>>(zeros<Of<16>>(1), zeros()); }

template <bool kBarrier>
__global__ void cleared(Of<16>* data, int* out) {
  if (threadIdx.x == 0) data[0] = {};                    //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) data[0].value[5] = 8;            //! race
}
PAIR(struct_cleared) {
  auto* data = zeros<Of<16>>(1);
  cudaMemset(data, 1, sizeof *data);
  cleared<kRight><<<1, 2>>>(data, zeros());
}

template <bool kBarrier>
__global__ void member_copied(Of<16>* data, Of<16>* more) {
  Of<16>* p = &more[threadIdx.x];
  Of<16>& target = data[0];
  if (threadIdx.x == 0) target = *p;                     //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) *p = target;                     //! race
}
PAIR(struct_through_references) {
  auto* more = zeros<Of<16>>(2);
  member_copied<kRight><<<1, 2>>>(zeros<Of<16>>(1), more);
}

struct Particle {
  float4 position, velocity;
  int cell;
};
template <bool kBarrier>
__global__ void particles(Particle* data) {
  Particle mine = data[threadIdx.x];                     //! race
  if (kBarrier) __syncthreads();
  mine.cell += 1;
  mine.position.x += mine.velocity.x;
  data[(threadIdx.x + 1) % kThreads] = mine;             //! race
}
PAIR(structs_change_places) { particles<kRight><<<1, kThreads>>>(zeros<Particle>(kThreads)); }

// What differs is in the source only: a copy of a struct is announced before it happens.

template <int kWords>
__device__ Of<kWords> counted(int n) {
  Of<kWords> result;
  for (int i = 0; i < kWords; ++i) result.value[i] = n + i;
  return result;
}
/// `count` of them that differ.
template <int kWords>
Of<kWords>* sources(int count = kThreads) {
  std::vector<int> host(count * kWords);
  for (size_t i = 0; i < host.size(); ++i) host[i] = i + 1;
  auto* memory = zeros<Of<kWords>>(count);
  cudaMemcpy(memory, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  return memory;
}

template <class Struct, bool kOwn>
__global__ void lanes_assign_24(Struct* to, const Struct* from) {
  to[kOwn ? threadIdx.x : 0] = from[threadIdx.x];        //! race
}
PAIR(struct_of_24_bytes_by_lanes) { lanes_assign_24<Of<6>, kRight><<<1, 32>>>(zeros<Of<6>>(32), sources<6>()); }

template <class Struct, bool kOwn>
__global__ void warps_assign_32(Struct* to, const Struct* from) {
  if (threadIdx.x % 32 == 3) to[kOwn ? threadIdx.x : 0] = from[threadIdx.x];    //! race
}
PAIR(struct_of_32_bytes_by_warps) {
  warps_assign_32<Of<8>, kRight><<<1, kThreads>>>(zeros<Of<8>>(kThreads), sources<8>());
}

template <class Struct, bool kOwn>
__global__ void blocks_assign_44(Struct* to, const Struct* from) {
  to[kOwn ? blockIdx.x : 0] = from[blockIdx.x];          //! race
}
PAIR(struct_of_44_bytes_by_blocks) {
  blocks_assign_44<Of<11>, kRight><<<2, 1>>>(zeros<Of<11>>(2), sources<11>());
}

template <class Struct, bool kOwn>
__global__ void lanes_assign_12(Struct* to, const Struct* from) {
  to[kOwn ? threadIdx.x : 0] = from[threadIdx.x];        //! race
}
PAIR(struct_of_12_bytes_by_lanes) { lanes_assign_12<Of<3>, kRight><<<1, 2>>>(zeros<Of<3>>(2), sources<3>()); }

template <bool kBarrier>
__global__ void shared_20(Of<5>* to, const Of<5>* from) {
  __shared__ Of<5> s;
  if (threadIdx.x == 0) s = from[0];                     //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 32) s = from[1];                    //! race
  __syncthreads();
  if (threadIdx.x == 0) to[0] = s;
}
PAIR(struct_of_20_bytes_in_shared_memory) { shared_20<kRight><<<1, kThreads>>>(zeros<Of<5>>(1), sources<5>()); }

template <int kPlace>
__global__ void childs_40(Of<10>* to, const Of<10>* from) { to[kPlace] = from[1]; }        //! race
template <int kPlace>
__global__ void parents_40(Of<10>* to, const Of<10>* from) {
  childs_40<kPlace><<<1, 1>>>(to, from);
  to[0] = from[0];                                       //! race
}
PAIR(struct_of_40_bytes_by_parent_and_child) {
  parents_40<kRight ? 1 : 0><<<1, 1>>>(zeros<Of<10>>(2), sources<10>());
}

template <bool kOwn>
__global__ void lanes_assign_64(Of<16>* to, const Of<16>* from) {
  to[kOwn ? threadIdx.x : 0] = from[threadIdx.x];        //! race
}
PAIR(struct_of_64_bytes_by_lanes) { lanes_assign_64<kRight><<<1, 32>>>(zeros<Of<16>>(32), sources<16>()); }

__global__ void siblings_100(Of<25>* to, const Of<25>* from) { *to = *from; }              //! race
PAIR(struct_of_100_bytes_by_siblings) {
  auto *to = zeros<Of<25>>(2), *from = sources<25>();
  cudaDeviceSynchronize();
  siblings_100<<<1, 1, 0, new_stream()>>>(to, from);
  siblings_100<<<1, 1, 0, new_stream()>>>(to + (kRight ? 1 : 0), from + 1);
}

struct Sum {
  double value;
  long long count;
  bool valid;
};
template <bool kOwn>
__global__ void sums(Sum* to) {
  const Sum mine{1.5 * threadIdx.x, threadIdx.x, true};
  to[kOwn ? threadIdx.x : 0] = mine;                     //! race
}
PAIR(struct_made_of_values) { sums<kRight><<<1, 32>>>(zeros<Sum>(32)); }

template <bool kOwn>
__global__ void made_in_place(Of<11>* to) {
  to[kOwn ? threadIdx.x : 0] = counted<11>(threadIdx.x);    //! race
}
PAIR(struct_made_in_place) { made_in_place<kRight><<<1, 32>>>(zeros<Of<11>>(32)); }

// One word differs, in the middle.
template <bool kOwn>
__global__ void middle(Of<11>* to, const Of<11>* from) {
  Of<11> mine = from[0];
  mine.value[5] = threadIdx.x;
  to[kOwn ? threadIdx.x : 0] = mine;                     //! race
}
PAIR(struct_of_which_one_word_differs) { middle<kRight><<<1, 32>>>(zeros<Of<11>>(32), sources<11>()); }

// As with words: many that store the same are a warning.
template <bool kOwn>
__global__ void same_struct(Of<11>* to, const Of<11>* from) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  to[kOwn ? 2 * i : 0] = from[0];                              //? same-value
  if (threadIdx.x % 2 == 0) to[kOwn ? 2 * i + 1 : 1] = from[0];    //? same-value
}
PAIR(same_struct_by_many) {
  same_struct<kRight><<<4, kThreads>>>(zeros<Of<11>>(8 * kThreads), sources<11>());
}

// Threads fill neighbors, of which the second begins where the first ends.
__global__ void neighbors_24(Of<6>* to, const Of<6>* from) {
  __shared__ Of<6> s[kThreads];
  s[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = s[kThreads - 1 - threadIdx.x];
  to[threadIdx.x].value[3] += 1;
}
CLEAN(structs_next_to_each_other) { neighbors_24<<<1, kThreads>>>(zeros<Of<6>>(kThreads), sources<6>()); }

// ---- memcpy and its kin --------------------------------------------------------------------------

template <int kBytes, bool kBarrier>
__global__ void copied(char* to, const char* from) {
  if (threadIdx.x == 0) memcpy(to, from, kBytes);        //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) to[kBytes - 1] = 3;              //! race
}
PAIR(memcpy_of_3_bytes) { copied<3, kRight><<<1, 2>>>(zeros<char>(), zeros<char>()); }

template <int kBytes, bool kBarrier>
__global__ void copied_more(char* to, const char* from) {
  if (threadIdx.x == 0) memcpy(to, from, kBytes);        //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) to[kBytes - 1] = 3;              //! race
}
PAIR(memcpy_of_160_bytes) { copied_more<160, kRight><<<1, 2>>>(zeros<char>(), zeros<char>()); }

template <bool kBarrier>
__global__ void copied_from(char* to, char* from, int bytes) {
  if (threadIdx.x == 0) memcpy(to, from, bytes);         //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) from[bytes - 1] = 3;             //! race
}
PAIR(source_of_a_memcpy) { copied_from<kRight><<<1, 2>>>(zeros<char>(), zeros<char>(), 40); }

template <bool kBarrier>
__global__ void filled(int* data, int bytes) {
  if (threadIdx.x == 0) memset(data, 1, bytes);          //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) data[3] = 3;                     //! race
}
PAIR(memset_in_a_kernel) { filled<kRight><<<1, 2>>>(zeros(), 32); }

template <bool kOwn>
__global__ void both_copy(char* to, const char* from, int bytes) {
  memcpy(to + (kOwn ? threadIdx.x * bytes : 0), from + threadIdx.x * bytes, bytes);     //! race
}
PAIR(memcpy_by_two_threads) {
  both_copy<kRight><<<1, 2>>>(zeros<char>(), reinterpret_cast<const char*>(sources<11>()), 44);
}

template <bool kOwn>
__global__ void both_set(int* data, int bytes) {
  memset(data + (kOwn ? blockIdx.x * 32 : 0), blockIdx.x + 1, bytes);                   //! race
}
PAIR(memset_by_two_blocks) { both_set<kRight><<<2, 1>>>(zeros(), 100); }

template <bool kOwn>
__global__ void odd_bytes_copied(char* to, const char* from, int bytes) {
  memcpy(to + (kOwn ? threadIdx.x * 37 : 0) + 3, from + threadIdx.x * 37 + 1, bytes);   //! race
}
PAIR(memcpy_of_odd_bytes_by_two_threads) {
  odd_bytes_copied<kRight><<<1, 2>>>(zeros<char>(), reinterpret_cast<const char*>(sources<11>()), 37);
}

template <bool kBarrier>
__global__ void looped(int* to, const int* from) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 16; ++i) to[i] = from[i] + 1;    //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) to[9] = 3;                       //! race
}
PAIR(loop_that_may_become_vectors) { looped<kRight><<<1, 2>>>(zeros(), zeros()); }

template <bool kBarrier>
__global__ void cleared_in_a_loop(int* to) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 64; ++i) to[i] = 4;              //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 1) to[40] = 3;                      //! race
}
PAIR(loop_that_may_become_memset) { cleared_in_a_loop<kRight><<<1, 2>>>(zeros()); }

// ---- Ways to read and to write -------------------------------------------------------------------

template <bool kBarrier>
__global__ void cached(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;                       //! race
  if (kBarrier) __syncthreads();
  out[threadIdx.x] = __ldg(&data[kThreads - 1 - threadIdx.x]);    //! race
}
PAIR(read_through_ldg) { cached<kRight><<<1, kThreads>>>(zeros(), zeros()); }

template <bool kOwn>
__global__ void compound(int* data) {
  int& mine = data[kOwn ? threadIdx.x : threadIdx.x / 2];
  mine <<= 1;                                            //! race
}
PAIR(compound_assignments) { compound<kRight><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void in_a_lambda(int* data) {
  const auto put = [=](unsigned i) { data[i] = i; };              //! race
  const auto get = [data](unsigned i) { return data[i]; };        //! race
  put(threadIdx.x);
  if (kBarrier) __syncthreads();
  const int other = get(kThreads - 1 - threadIdx.x);
  data[kThreads + threadIdx.x] = other;
}
PAIR(accesses_in_lambdas) { in_a_lambda<kRight><<<1, kThreads>>>(zeros()); }

struct Matrix {
  int rows[8][8];
  __device__ int& at(int r, int c) { return rows[r][c]; }
};
template <bool kBarrier>
__global__ void transposed(Matrix* m) {
  const int r = threadIdx.y, c = threadIdx.x;
  const int value = m->at(r, c);                         //! race
  if (kBarrier) __syncthreads();
  m->at(c, r) = value + 1;                               //! race
}
PAIR(matrix_transposed_in_place) { transposed<kRight><<<1, dim3(8, 8)>>>(zeros<Matrix>(1)); }

// ---- Structs by value ----------------------------------------------------------------------------

struct Point {
  int x, y;
};
__device__ __noinline__ int sum_of(Point point) { return point.x + point.y; }
template <bool kBarrier>
__global__ void point_by_value(Point* data, int* out) {
  if (threadIdx.x == 0) data->y = 1;                                           //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 32) *out = sum_of(*data);                                 //! race
}
PAIR(struct_of_8_bytes_handed_over_by_value) {
  point_by_value<kRight><<<1, kThreads>>>(zeros<Point>(), zeros());
}

struct Line : Of<16> {
  int length;
};
template <bool kBarrier>
__global__ void base_by_value(Line* data, int* out) {
  if (threadIdx.x == 0) data->value[3] = 1;                                    //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 32) *out = fifth(data[threadIdx.x == 3]);                 //! race
}
PAIR(base_handed_over_by_value) { base_by_value<kRight><<<1, kThreads>>>(zeros<Line>(), zeros()); }

struct Adds {
  int base;
  __device__ __noinline__ int operator()(Of<16> all) const { return base + all.value[2]; }
};
template <bool kBarrier>
__global__ void given_to_an_object(Of<16>* data, int* out) {
  if (threadIdx.x == 0) data[1].value[2] = 1;                                  //! race
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 32) *out = Adds{3}(data[1]);                              //! race
}
PAIR(struct_given_to_an_object_by_value) {
  given_to_an_object<kRight><<<1, kThreads>>>(zeros<Of<16>>(2), zeros());
}

__device__ __noinline__ int fifth_of_two(Of<16> a, Of<16> b) { return a.value[5] + b.value[5]; }
__global__ void beyond_the_end(Of<16>* data, int n, int* out) {
  *out = fifth_of_two(data[0], data[n]);                                       //! out-of-bounds
}
PAIR(struct_beyond_the_end_handed_over_by_value) {
  beyond_the_end<<<1, 1>>>(zeros<Of<16>>(2), kRight ? 1 : 2, zeros());
}
