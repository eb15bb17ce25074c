  // begin: check-the-launch
  cudaGetLastError();  // clears the error of an earlier call (R7)
  send_list<<<1, letters, 0, cudaStreamFireAndForget>>>(sent, first);
  return cudaGetLastError();  // get, not peek: this clears the error, too (R2)
  // end: check-the-launch

  // begin: nothing-is-lost
  for (int list = thread_in_grid(); list < lists; list += threads_in_grid()) {
    const int first = list * letters;
    if (launch_checked(by_child, first, letters) == cudaSuccess) continue;
    send_by_hand(by_thread, first, letters);  // trying again might never end (K5)
    atomicAdd(refused, 1);
  }
  // end: nothing-is-lost

// begin: tell-the-host
__device__ void note_failure(Log log, int list, cudaError_t code) {
  const int place = atomicAdd(log.count, 1);  // a slot of this thread alone
  if (place >= log.capacity) return;
  log.failures[place].list = list;
  log.failures[place].code = code;
}

__global__ void send_and_log(int* sent, Log log, const int* lengths, int lists, int pitch) {
  for (int list = thread_in_grid(); list < lists; list += threads_in_grid()) {
    const cudaError_t error = launch_checked(sent, list * pitch, lengths[list]);
    if (error != cudaSuccess) note_failure(log, list, error);
  }
}
// end: tell-the-host

  // begin: sticky-or-plain
  parent<<<blocks, 32>>>(what);
  cudaError_t error = cudaGetLastError();                     // could it be launched?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();  // did it and its children end well?
  cudaGetLastError();                                         // a plain error is gone now,
  *sticky = cudaDeviceSynchronize() != cudaSuccess;           // a sticky one is back (R6)
  return error;
  // end: sticky-or-plain
