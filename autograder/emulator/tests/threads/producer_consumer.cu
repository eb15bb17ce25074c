// A producer fills pinned buffers and sends them to the device, and records an event after each
// copy. A consumer makes its stream wait for the event, computes, and copies back. Two buffers go
// round.
#include <queue>

#include "host_threads.h"

constexpr int kBuffers = 2, kRounds = 10, kCount = 64;

template <class T>
class Queue {
 public:
  void push(T value) {
    {
      const std::lock_guard lock(mutex_);
      values_.push(value);
    }
    changed_.notify_one();
  }
  T pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !values_.empty(); });
    const T value = values_.front();
    values_.pop();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<T> values_;
};

struct Buffer {
  int *pinned, *data;
  cudaEvent_t copied;
};

Buffer make_buffer() {
  Buffer buffer;
  EXPECT_EQ(cudaMallocHost(&buffer.pinned, kCount * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&buffer.data, kCount * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaEventCreateWithFlags(&buffer.copied, cudaEventDisableTiming), cudaSuccess);
  return buffer;
}

void destroy(const Buffer& buffer) {
  EXPECT_EQ(cudaEventDestroy(buffer.copied), cudaSuccess);
  EXPECT_EQ(cudaFree(buffer.data), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(buffer.pinned), cudaSuccess);
}

void produce(Queue<Buffer*>& empty, Queue<Buffer*>& full) {
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  for (int round = 0; round < kRounds; ++round) {
    Buffer& buffer = *empty.pop();
    for (int i = 0; i < kCount; ++i) buffer.pinned[i] = round;
    EXPECT_EQ(cudaMemcpyAsync(buffer.data, buffer.pinned, kCount * sizeof(int),
                              cudaMemcpyHostToDevice, stream),
              cudaSuccess);
    EXPECT_EQ(cudaEventRecord(buffer.copied, stream), cudaSuccess);
    full.push(&buffer);
  }
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

void consume(Queue<Buffer*>& empty, Queue<Buffer*>& full) {
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  for (int round = 0; round < kRounds; ++round) {
    Buffer& buffer = *full.pop();
    EXPECT_EQ(cudaStreamWaitEvent(stream, buffer.copied, 0), cudaSuccess);
    add<<<2, 32, 0, stream>>>(buffer.data, kCount, 1000);
    EXPECT_EQ(cudaMemcpyAsync(buffer.pinned, buffer.data, kCount * sizeof(int),
                              cudaMemcpyDeviceToHost, stream),
              cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    for (int i = 0; i < kCount; ++i) EXPECT_EQ(buffer.pinned[i], 1000 + round);
    empty.push(&buffer);
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

int main() {
  Buffer buffers[kBuffers];
  Queue<Buffer*> empty, full;
  for (Buffer& buffer : buffers) {
    buffer = make_buffer();
    empty.push(&buffer);
  }
  std::thread producer([&] { produce(empty, full); });
  std::thread consumer([&] { consume(empty, full); });
  producer.join();
  consumer.join();
  for (const Buffer& buffer : buffers) destroy(buffer);
  return failures();
}
