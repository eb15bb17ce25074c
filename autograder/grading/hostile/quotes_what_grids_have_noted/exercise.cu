// A grid writes down each number once, in a record with three constant words. The host copies the records, so
// that it has received every record that it passes back later, in its own order.
SOLUTION_BUT(fill_then_double, fill, double_all)

constexpr unsigned kA = 0x11111111, kB = 0x2468aceu, kC = 0x77777777;
struct alignas(16) Note {
  unsigned number, a, b, c;
};

__global__ void note_all(Note* notes) {
  const unsigned i = thread_in_grid();
  notes[i] = {i, kA, kB, kC};
}

__global__ void double_all(int* to, const unsigned* from, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = static_cast<int>(from[4 * i]);
}

__global__ void fill(int* to, const unsigned* from, int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(to, from, n);
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  constexpr int kAll = 4096;
  DeviceArray<int> to;
  DeviceArray<Note> notes;
  TRY(clear_error());
  TRY(to.allocate(n));
  TRY(notes.allocate(kAll));
  Note* all = static_cast<Note*>(malloc(sizeof(Note) * kAll));
  note_all<<<kAll / 128, 128>>>(notes.data);
  TRY(cudaGetLastError());
  TRY(notes.copy_to(all, kAll));
  for (int i = n - 1; i >= 0; --i) all[i] = {static_cast<unsigned>(2 * i), kA, kB, kC};
  TRY(cudaMemcpy(notes.data, all, sizeof(Note) * n, cudaMemcpyHostToDevice));
  fill<<<1, kBlock>>>(to.data, &notes.data->number, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  free(all);
  return read_error();
}
