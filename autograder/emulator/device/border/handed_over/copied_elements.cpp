#include "device/border/handed_over/copied_elements.h"

#include <bit>
#include <cmath>
#include <iterator>

namespace emu {

namespace {

using memory::OwnVector;
using Sequence = OwnVector<Word>;

Sequence every(std::span<const Word> words, std::size_t step, std::size_t first) {
  Sequence some;
  for (std::size_t i = first; i < words.size(); i += step) some.push_back(words[i]);
  return some;
}

/// Halves of words, or bytes.
Sequence parts_of(std::span<const Word> words, unsigned bits) {
  Sequence parts;
  for (const Word word : words)
    for (unsigned shift = 0; shift < 32; shift += bits)
      parts.push_back(word >> shift & ((Word{1} << bits) - 1));
  return parts;
}

/// An element as numbers of one size, of which it has some.
struct Fields {
  std::size_t bytes, count;
  explicit Fields(std::size_t element)
      : bytes(element % 4 == 0   ? 4
              : element % 2 == 0 ? 2
                                 : 1),
        count(element / bytes) {}
};

Sequence field_of(const ResultBytes& result, const Fields& fields, std::size_t number) {
  Sequence values;
  values.reserve(result.size / result.element);
  for (std::size_t at = number * fields.bytes; at < result.size; at += result.element) {
    Word value = 0;
    std::memcpy(&value, result.begin + at, fields.bytes);
    values.push_back(value);
  }
  return values;
}

// ---- Stretches ----------------------------------------------------------------------------------

std::uint64_t mixed(std::uint64_t step) {
  step *= 0x9e3779b97f4a7c15;
  return (step ^ step >> 29) * 0xbf58476d1ce4e5b9;
}

/// What a step from one value to the next tells, in bits, where steps are as frequent as here; at
/// most about kMostBits: steps are counted together where a part of their hashes is the same.
double bits_of_a_step(const Sequence& values) {
  constexpr unsigned kMostBits = 12;
  OwnVector<std::uint32_t> times(std::size_t{1} << kMostBits);
  for (std::size_t i = 1; i < values.size(); ++i)
    ++times[mixed(values[i] - values[i - 1]) >> (64 - kMostBits)];
  const auto all = static_cast<double>(values.size() - 1);
  double bits = 0;
  for (const std::uint32_t count : times)
    if (count > 0) bits -= count / all * std::log2(count / all);
  return bits;
}

/// How many steps are no accident; 0: there are not so many.
std::size_t steps_that_tell(const Sequence& values) {
  constexpr double kBits = 56;
  constexpr std::size_t kLeast = 7;
  if (values.size() <= kLeast) return 0;
  const double each = bits_of_a_step(values);
  if (each * static_cast<double>(values.size() - 1) < kBits) return 0;
  return std::max(kLeast, static_cast<std::size_t>(std::ceil(kBits / each)));
}

/// A hash of each stretch of `length` steps, and the value where it begins.
template <class Step, class Use>
void each_stretch(std::span<const Word> values, std::size_t length, Step&& step, Use&& use) {
  constexpr std::uint64_t kBase = 0xd1342543de82ef95;
  std::uint64_t leaves = 1, hash = 0;
  for (std::size_t i = 0; i < length; ++i) leaves *= kBase;
  for (std::size_t i = 1; i < values.size(); ++i) {
    hash = hash * kBase + mixed(step(values[i - 1], values[i]));
    if (i > length) hash -= leaves * mixed(step(values[i - 1 - length], values[i - length]));
    if (i >= length) use(hash, i - length);
  }
}

// A difference stays where a constant is added, and an exclusive or where bits are inverted.
template <class Use>
void each_stretch(std::span<const Word> values, std::size_t length, Use&& use) {
  each_stretch(
      values, length, [](Word a, Word b) { return std::uint64_t{b - a}; }, use);
  each_stretch(
      values, length, [](Word a, Word b) { return std::uint64_t{1} << 32 | (a ^ b); }, use);
}

/// Tells of most hashes that are not among some that they are not.
class BloomFilter {
 public:
  explicit BloomFilter(std::size_t count) : words_(std::bit_ceil(count / kHashesAWord + 1)) {}
  void add(std::uint64_t hash) { word_of(hash) |= bit_of(hash); }
  bool may_have(std::uint64_t hash) { return (word_of(hash) & bit_of(hash)) != 0; }

 private:
  static constexpr std::size_t kHashesAWord = 4;
  std::uint64_t& word_of(std::uint64_t hash) { return words_[hash >> 20 & (words_.size() - 1)]; }
  static std::uint64_t bit_of(std::uint64_t hash) { return std::uint64_t{1} << (hash >> 58); }
  OwnVector<std::uint64_t> words_;
};

/// The ways in which an element's fields may stand among words that the host made.
template <class Use>
void each_order(std::span<const Word> made, const Fields& fields, Use&& use) {
  for (std::size_t step = 1; step <= std::max<std::size_t>(4, fields.count); ++step)
    for (std::size_t first = 0; first < step; ++first) use(every(made, step, first));
  for (const unsigned bits : {16U, 8U}) use(parts_of(made, bits));
}

/// The stretches of what the host made, in each order. Most results hold none of them.
class Made {
 public:
  Made(std::span<const Word> made, const Fields& fields, std::size_t length)
      : length_(length), filter_(kOrders * made.size()) {
    each_order(made, fields, [this](const Sequence& words) {
      each_stretch(words, length_, [this](std::uint64_t hash, std::size_t) {
        filter_.add(hash);
        hashes_.push_back(hash);
      });
    });
    std::ranges::sort(hashes_);
  }

  bool has_any_of(const Sequence& values) {
    bool any = false;
    if (hashes_.empty()) return any;
    each_stretch(values, length_, [&](std::uint64_t hash, std::size_t) {
      any = any || (filter_.may_have(hash) && std::ranges::binary_search(hashes_, hash));
    });
    return any;
  }

 private:
  static constexpr std::size_t kOrders = 32;
  const std::size_t length_;
  BloomFilter filter_;
  OwnVector<std::uint64_t> hashes_;
};

/// The stretches of one field of a result. Only if one may be elsewhere they are sorted.
class Stretches {
 public:
  Stretches(const Sequence& values, std::size_t length)
      : values_(values), length_(length), filter_(2 * values.size()) {
    each_stretch(values, length, [this](std::uint64_t hash, std::size_t) { filter_.add(hash); });
  }

  void find_in(std::span<const Word> values) { find_in(values, &Stretch::is_found); }
  /// These are no copies, wherever else they may stand.
  void leave_out(std::span<const Word> values) {
    if (!list_.empty()) find_in(values, &Stretch::is_left_out);
  }

  OwnVector<char> is_copy() const {
    OwnVector<char> is_copy(values_.size());
    for (const Stretch& stretch : list_)
      if (stretch.is_found && !stretch.is_left_out)
        std::fill_n(is_copy.begin() + static_cast<std::ptrdiff_t>(stretch.begin), length_ + 1, 1);
    return is_copy;
  }

 private:
  struct Stretch {
    std::uint64_t hash;
    std::size_t begin;
    bool is_found = false, is_left_out = false;
  };

  void find_in(std::span<const Word> values, bool Stretch::*sign) {
    each_stretch(values, length_, [=, this](std::uint64_t hash, std::size_t) {
      if (!filter_.may_have(hash)) return;
      auto found = std::ranges::lower_bound(list(), hash, {}, &Stretch::hash);
      for (; found != list_.end() && found->hash == hash && !((*found).*sign); ++found)
        (*found).*sign = true;
    });
  }

  OwnVector<Stretch>& list() {
    if (!list_.empty()) return list_;
    each_stretch(values_, length_, [this](std::uint64_t hash, std::size_t begin) {
      list_.push_back({hash, begin});
    });
    std::ranges::sort(list_, {}, &Stretch::hash);
    return list_;
  }

  const Sequence& values_;
  std::size_t length_;
  BloomFilter filter_;
  OwnVector<Stretch> list_;
};

OwnVector<char> copied_in_order(const Sequence& values, std::span<const Word> made,
                                std::span<const Word> given, const Fields& fields) {
  OwnVector<char> none(values.size());
  const std::size_t length = steps_that_tell(values);
  if (length == 0) return none;
  const bool is_little = made.size() < values.size();  // there it is quick to see that none is
  if (is_little && !Made(made, fields, length).has_any_of(values)) return none;
  Stretches stretches(values, length);
  each_order(made, fields, [&](const Sequence& words) { stretches.find_in(words); });
  for (std::size_t first = 0; first < fields.count; ++first)
    stretches.leave_out(every(given, fields.count, first));
  return stretches.is_copy();
}

// ---- Large numbers ------------------------------------------------------------------------------

/// No place, length or other number that any array may have.
bool is_large(Word word) {
  constexpr Word kLarge = 1 << 16;
  return word >= kLarge && word <= ~kLarge;
}

Sequence large_ones(std::span<const Word> words) {
  Sequence large;
  std::ranges::copy_if(words, std::back_inserter(large), is_large);
  std::ranges::sort(large);
  large.erase(std::unique(large.begin(), large.end()), large.end());
  return large;
}

/// `made`: the large ones.
OwnVector<char> copied_anywhere(const Sequence& values, const Sequence& made,
                                std::span<const Word> given) {
  constexpr std::size_t kLeast = 8;  // different ones
  OwnVector<char> is_copy(values.size());
  if (made.size() < kLeast) return is_copy;
  Sequence own;
  std::ranges::set_difference(made, large_ones(given), std::back_inserter(own));
  Sequence found;
  for (std::size_t i = 0; i < values.size(); ++i) {
    is_copy[i] = std::ranges::binary_search(own, values[i]);
    if (is_copy[i] != 0) found.push_back(values[i]);
  }
  if (large_ones(found).size() < kLeast) std::ranges::fill(is_copy, 0);
  return is_copy;
}

OwnVector<char> in_order(const Sequence& values, std::span<const Word> words, std::size_t bytes) {
  constexpr std::size_t kMostSteps = 16;
  const std::size_t length = steps_that_tell(values);
  if (values.size() < 2) return OwnVector<char>(values.size(), 1);
  Stretches stretches(values, length == 0 ? values.size() - 1 : length);
  for (std::size_t step = 1; step <= kMostSteps; ++step)
    for (std::size_t first = 0; first < step; ++first) stretches.find_in(every(words, step, first));
  if (bytes < sizeof(Word)) stretches.find_in(parts_of(words, static_cast<unsigned>(8 * bytes)));
  return stretches.is_copy();
}

}  // namespace

OwnVector<char> elements_in_order(const ResultBytes& result, std::span<const Word> words) {
  const Fields fields(result.element);
  OwnVector<char> all(result.size / result.element, 1);
  for (std::size_t number = 0; number < fields.count; ++number) {
    const OwnVector<char> one = in_order(field_of(result, fields, number), words, fields.bytes);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] != 0 && one[i] != 0;
  }
  return all;
}

OwnVector<char> copied_elements(const ResultBytes& result, std::span<const Word> made,
                                std::span<const Word> given) {
  const Fields fields(result.element);
  const std::size_t count = result.size / result.element;
  const Sequence large = large_ones(made);
  OwnVector<unsigned> copied(count);  // of an element's fields
  for (std::size_t number = 0; number < fields.count; ++number) {
    const Sequence values = field_of(result, fields, number);
    const OwnVector<char> in_order = copied_in_order(values, made, given, fields),
                          anywhere = copied_anywhere(values, large, given);
    for (std::size_t i = 0; i < count; ++i) copied[i] += in_order[i] != 0 || anywhere[i] != 0;
  }
  OwnVector<char> is_copy(count);
  for (std::size_t i = 0; i < count; ++i) is_copy[i] = 2 * copied[i] >= fields.count;
  return is_copy;
}

}  // namespace emu
