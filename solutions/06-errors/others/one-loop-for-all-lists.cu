// Lesson 06, otherwise: one function template walks over a thread's lists
// and launches; a lambda says what to do with a refused list, so tasks 2
// and 3 differ in one line. Better as soon as there is a third way to treat
// a refusal; a reader must know that the lambda runs in the same thread.

  // begin: check-the-launch
  while (cudaPeekAtLastError() != cudaSuccess) cudaGetLastError();  // leaves the slot empty
  send_list<<<1, letters, 0, cudaStreamFireAndForget>>>(sent, first);
  const cudaError_t said = cudaPeekAtLastError();
  cudaGetLastError();  // clears it before the next launch (R2)
  return said;
  // end: check-the-launch

// before: // ---- Task 2: when the
// Launches a child for each list of the calling thread: `letters(list)` letters, from
// sent[list * pitch] on. Calls refused(list, code) for each that CUDA refuses.
template <class Letters, class Refused>
__device__ void launch_lists(int* sent, int lists, int pitch, Letters letters, Refused refused) {
  for (int list = thread_in_grid(); list < lists; list += threads_in_grid()) {
    const cudaError_t code = launch_checked(sent, list * pitch, letters(list));
    if (code != cudaSuccess) refused(list, code);
  }
}

  // begin: nothing-is-lost
  int by_hand = 0;
  launch_lists(
      by_child, lists, letters, [=](int) { return letters; },
      [&](int list, cudaError_t) {
        send_by_hand(by_thread, list * letters, letters);
        ++by_hand;
      });
  if (by_hand > 0) atomicAdd(refused, by_hand);  // once per thread, not once per list
  // end: nothing-is-lost

// begin: tell-the-host
__device__ void note_failure(Log log, int list, cudaError_t code) {
  // Unsigned, a count never returns to the first slots, however many fail.
  const unsigned place = atomicAdd(reinterpret_cast<unsigned*>(log.count), 1u);
  if (place >= static_cast<unsigned>(log.capacity)) return;
  Failure& entry = log.failures[place];
  entry.list = list;
  entry.code = code;
}

__global__ void send_and_log(int* sent, Log log, const int* lengths, int lists, int pitch) {
  launch_lists(
      sent, lists, pitch, [=](int list) { return lengths[list]; },
      [=](int list, cudaError_t code) { note_failure(log, list, code); });
}
// end: tell-the-host

  // begin: sticky-or-plain
  int found = 0;
  const auto wait_and_look = [&] { return cudaMemcpyFromSymbol(&found, somewhere, sizeof(found)); };
  void* arguments[] = {&what};
  const auto kernel = reinterpret_cast<const void*>(parent);
  cudaError_t error = cudaLaunchKernel(kernel, dim3(blocks), dim3(32), arguments, 0, nullptr);
  if (error == cudaSuccess) error = wait_and_look();  // a copy waits for the grid and its child
  static_cast<void>(cudaGetLastError());
  *sticky = wait_and_look() != cudaSuccess ? 1 : 0;
  return error;
  // end: sticky-or-plain
