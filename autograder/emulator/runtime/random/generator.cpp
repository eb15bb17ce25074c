#include "runtime/random/generator.h"

#include <algorithm>
#include <vector>

#include "emulator/random/conversions.h"
#include "emulator/random/mrg32k3a.h"
#include "emulator/random/philox.h"
#include "emulator/random/xorwow.h"
#include "runtime/random/poisson.h"

namespace emu::random {

namespace {

// ---- One thread of each generator: what it gives at a turn --------------------------------------

struct XorwowThread {
  static constexpr unsigned kTurn = 1;  // results of bits and uniform numbers

  /// The threads of a seed, one after another.
  class Seeds {
   public:
    explicit Seeds(std::uint64_t seed) : words_(xorwow_of_seed(seed)) {}
    void skip(std::uint64_t threads) { words_ = xorwow_after(words_, threads, 0); }
    XorwowThread after(std::uint64_t turns) const { return {xorwow_after(words_, 0, turns)}; }

   private:
    XorwowWords words_;
  };

  void give(std::uint32_t* out) { *out = next(words); }
  void give(float* out) { *out = random::uniform(next(words)); }
  void give(double* out) {
    const std::uint32_t first = next(words);
    *out = uniform_double(first, next(words));
  }
  void give_normal(float* out) {
    const std::uint32_t first = next(words);
    const float2 pair = box_muller(first, next(words));
    out[0] = pair.x, out[1] = pair.y;
  }
  void give_normal(double* out) {
    double u[2];
    give(&u[0]), give(&u[1]);
    const double2 pair = box_muller_double(u[0], u[1] * 2);
    out[0] = pair.x, out[1] = pair.y;
  }
  static constexpr unsigned kNormalTurn = 2;

  XorwowWords words;
};

struct MrgThread {
  static constexpr unsigned kTurn = 1, kNormalTurn = 2;

  class Seeds {
   public:
    explicit Seeds(std::uint64_t seed) : words_(mrg_of_seed(seed)) {}
    void skip(std::uint64_t threads) { words_ = mrg_after(words_, threads, kMrgSubsequenceBits); }
    MrgThread after(std::uint64_t turns) const { return {mrg_after(words_, turns, 0)}; }

   private:
    MrgWords words_;
  };

  void give(std::uint32_t* out) { *out = bits_of_mrg(next(words)); }
  void give(float* out) { *out = static_cast<float>(uniform_of_mrg(next(words))); }
  void give(double* out) { *out = uniform_of_mrg(next(words)); }
  void give_normal(float* out) {
    float u[2];
    give(&u[0]), give(&u[1]);
    const float2 pair = box_muller(u[0], u[1] * kTwoPi);
    out[0] = pair.x, out[1] = pair.y;
  }
  void give_normal(double* out) {
    double u[2];
    give(&u[0]), give(&u[1]);
    const double2 pair = box_muller_double(u[0], u[1] * 2);
    out[0] = pair.x, out[1] = pair.y;
  }

  MrgWords words;
};

struct PhiloxThread {
  static constexpr unsigned kTurn = 4, kNormalTurn = 4;

  class Seeds {
   public:
    explicit Seeds(std::uint64_t seed)
        : key_{static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)} {}
    void skip(std::uint64_t threads) { counter_ = counter_after_sequences(counter_, threads); }
    PhiloxThread after(std::uint64_t turns) const { return {counter_after(counter_, turns), key_}; }

   private:
    uint4 counter_{0, 0, 0, 0};
    uint2 key_;
  };

  uint4 block() {
    const uint4 result = philox(counter, key);
    counter = counter_after(counter, 1);
    return result;
  }
  void give(std::uint32_t* out) {
    const uint4 b = block();
    out[0] = b.x, out[1] = b.y, out[2] = b.z, out[3] = b.w;
  }
  void give(float* out) {
    std::uint32_t bits[4];
    give(bits);
    for (int i = 0; i < 4; ++i) out[i] = random::uniform(bits[i]);
  }
  void give(double* out) {
    for (int i = 0; i < 4; i += 2) {
      const uint4 b = block();
      out[i] = uniform_double(b.x, b.y), out[i + 1] = uniform_double(b.z, b.w);
    }
  }
  void give_normal(float* out) {
    std::uint32_t bits[4];
    give(bits);
    for (int i = 0; i < 4; i += 2) {
      const float2 pair = box_muller(bits[i], bits[i + 1]);
      out[i] = pair.x, out[i + 1] = pair.y;
    }
  }
  void give_normal(double* out) {
    double u[4];
    give(u);
    for (int i = 0; i < 4; i += 2) {
      const double2 pair = box_muller_double(u[i], u[i + 1] * 2);
      out[i] = pair.x, out[i + 1] = pair.y;
    }
  }

  uint4 counter;
  uint2 key;
};

// ---- All threads --------------------------------------------------------------------------------

template <class Thread>
class Threads : public Numbers {
 public:
  Threads(std::uint64_t seed, std::uint64_t offset, unsigned count)
      : count_(count),
        seed_(seed),
        turns_(offset / Thread::kTurn),
        given_(offset % Thread::kTurn),
        seeds_(seed) {
    seeds_.skip(first());
  }

  void bits(std::uint32_t* out, std::size_t count) override {
    take_turns<Thread::kTurn>(out, count, [](Thread& thread, auto* to) { thread.give(to); });
  }
  void uniform(float* out, std::size_t count) override {
    take_turns<Thread::kTurn>(out, count, [](Thread& thread, auto* to) { thread.give(to); });
  }
  void uniform(double* out, std::size_t count) override {
    take_turns<Thread::kTurn>(out, count, [](Thread& thread, auto* to) { thread.give(to); });
  }
  void normal(float* out, std::size_t count) override {
    take_turns<Thread::kNormalTurn>(out, count,
                                    [](Thread& thread, auto* to) { thread.give_normal(to); });
  }
  void normal(double* out, std::size_t count) override {
    take_turns<Thread::kNormalTurn>(out, count,
                                    [](Thread& thread, auto* to) { thread.give_normal(to); });
  }
  void poisson(std::uint32_t* out, std::size_t count, double lambda) override {
    bits(out, count);
    const PoissonTable table(lambda);
    std::transform(out, out + count, out,
                   [&table](std::uint32_t bits) { return table.number(bits); });
  }

 private:
  std::uint64_t first() const { return turns_ % count_; }

  /// The thread whose turn it is. Those that have not been asked yet are made in their order, which
  /// begins where the offset says.
  Thread& current() {
    while (threads_.size() <= turn_) make_next();
    return threads_[turn_];
  }

  void make_next() {
    const std::uint64_t number = (first() + threads_.size()) % count_;
    if (number == 0) seeds_ = typename Thread::Seeds(seed_);
    // Those before the one that begins have had one turn more.
    threads_.push_back(seeds_.after(turns_ / count_ + (number < first() ? 1 : 0)));
    seeds_.skip(1);
  }

  /// `kTurn` results from each thread in turn. A turn that is left in the middle begins again, and
  /// leaves out what it has given.
  template <unsigned kTurn, class T, class Give>
  void take_turns(T* out, std::size_t count, Give give) {
    while (count > 0) {
      T results[kTurn];
      Thread& thread = current();
      const Thread before = thread;
      give(thread, results);
      const std::size_t taken = std::min<std::size_t>(kTurn - given_, count);
      std::copy_n(results + given_, taken, out);
      out += taken, count -= taken, given_ += taken;
      if (given_ < kTurn) {
        thread = before;
      } else {
        given_ = 0;
        turn_ = (turn_ + 1) % count_;
      }
    }
  }

  const unsigned count_;
  const std::uint64_t seed_;
  const std::uint64_t turns_;  // that the offset leaves out
  std::size_t given_;          // of the current turn
  typename Thread::Seeds seeds_;
  std::vector<Thread> threads_;  // the first is the one whose turn it was first
  std::size_t turn_ = 0;
};

}  // namespace

std::unique_ptr<Numbers> numbers_of(const curandGenerator_st& generator) {
  const auto seed = generator.seed, offset = generator.offset;
  if (generator.type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
    return std::make_unique<Threads<PhiloxThread>>(seed, offset, kPhiloxThreads);
  if (generator.type == CURAND_RNG_PSEUDO_XORWOW)
    return std::make_unique<Threads<XorwowThread>>(seed, offset, kXorwowThreads);
  const bool legacy = generator.ordering == CURAND_ORDERING_PSEUDO_LEGACY;
  return std::make_unique<Threads<MrgThread>>(seed, offset,
                                              legacy ? kLegacyMrgThreads : kMrgThreads);
}

}  // namespace emu::random
