#include "device/border/likeness.h"

#include <cmath>
#include <map>

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
  for (std::size_t at = number * fields.bytes; at < result.size; at += result.element) {
    Word value = 0;
    std::memcpy(&value, result.begin + at, fields.bytes);
    values.push_back(value);
  }
  return values;
}

// ---- Stretches ----------------------------------------------------------------------------------

/// What a step from one value to the next tells, in bits, where steps are as frequent as here.
double bits_of_a_step(const Sequence& values) {
  std::map<Word, double, std::less<>, memory::OwnAllocator<std::pair<const Word, double>>> times;
  for (std::size_t i = 1; i < values.size(); ++i) ++times[values[i] - values[i - 1]];
  const auto all = static_cast<double>(values.size() - 1);
  double bits = 0;
  for (const auto& [step, count] : times) bits -= count / all * std::log2(count / all);
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

std::uint64_t mixed(std::uint64_t step) {
  step *= 0x9e3779b97f4a7c15;
  return (step ^ step >> 29) * 0xbf58476d1ce4e5b9;
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

/// The stretches of one field of a result.
class Stretches {
 public:
  Stretches(const Sequence& values, std::size_t length) : length_(length), is_copy_(values.size()) {
    each_stretch(values, length, [this](std::uint64_t hash, std::size_t begin) {
      list_.push_back({hash, begin});
      may_be_[hash >> kShift] = 1;
    });
    std::ranges::sort(list_, {}, &Stretch::hash);
  }

  void find_in(std::span<const Word> values, bool is_given = false) {
    each_stretch(values, length_, [=, this](std::uint64_t hash, std::size_t) {
      if (may_be_[hash >> kShift] == 0) return;
      auto found = std::ranges::lower_bound(list_, hash, {}, &Stretch::hash);
      for (; found != list_.end() && found->hash == hash && !found->is_found; ++found) {
        found->is_found = true;
        if (!is_given) mark(found->begin);
      }
    });
  }

  const OwnVector<char>& is_copy() const { return is_copy_; }

 private:
  static constexpr unsigned kShift = 64 - 20;
  struct Stretch {
    std::uint64_t hash;
    std::size_t begin;
    bool is_found = false;
  };
  void mark(std::size_t begin) {
    std::fill_n(is_copy_.begin() + static_cast<std::ptrdiff_t>(begin), length_ + 1, 1);
  }

  std::size_t length_;
  OwnVector<Stretch> list_;
  OwnVector<char> may_be_ = OwnVector<char>(std::size_t{1} << (64 - kShift));
  OwnVector<char> is_copy_;
};

OwnVector<char> copied_in_order(const Sequence& values, std::span<const Word> made,
                                std::span<const Word> given, const Fields& fields) {
  const std::size_t length = steps_that_tell(values);
  if (length == 0) return OwnVector<char>(values.size());
  Stretches stretches(values, length);
  for (std::size_t first = 0; first < fields.count; ++first)
    stretches.find_in(every(given, fields.count, first), true);
  for (std::size_t step = 1; step <= std::max<std::size_t>(4, fields.count); ++step)
    for (std::size_t first = 0; first < step; ++first) stretches.find_in(every(made, step, first));
  for (const unsigned bits : {16U, 8U}) stretches.find_in(parts_of(made, bits));
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
  const auto rest = std::ranges::unique(large);
  large.erase(rest.begin(), rest.end());
  return large;
}

OwnVector<char> copied_anywhere(const Sequence& values, const Sequence& made,
                                const Sequence& given) {
  constexpr std::size_t kLeast = 8;  // different ones
  OwnVector<char> is_copy(values.size());
  Sequence found;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::ranges::binary_search(made, values[i])) continue;
    if (std::ranges::binary_search(given, values[i])) continue;
    is_copy[i] = 1;
    found.push_back(values[i]);
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
  const Sequence large = large_ones(made), large_given = large_ones(given);
  OwnVector<unsigned> copied(count);  // of an element's fields
  for (std::size_t number = 0; number < fields.count; ++number) {
    const Sequence values = field_of(result, fields, number);
    const OwnVector<char> in_order = copied_in_order(values, made, given, fields),
                          anywhere = copied_anywhere(values, large, large_given);
    for (std::size_t i = 0; i < count; ++i) copied[i] += in_order[i] != 0 || anywhere[i] != 0;
  }
  OwnVector<char> is_copy(count);
  for (std::size_t i = 0; i < count; ++i) is_copy[i] = 2 * copied[i] >= fields.count;
  return is_copy;
}

}  // namespace emu
