// What the host was given: the embedder's arrays, each field of their elements by itself, how far
// each of their numbers is from the one before, and what grids have written where the host could
// read it. It may hand that over wherever some words stand in the same order, or numbers of the
// other kind: 5 for 5.0f.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "memory/own.h"

namespace emu {

using Word = std::uint32_t;

inline Word word_at(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// A whole number as an int, if it is a float.
inline Word plain(Word word) {
  constexpr float kExact = 1 << 24;
  const auto number = std::bit_cast<float>(word);
  const bool is_whole = number > -kExact && number < kExact && number == std::trunc(number);
  return is_whole && number != 0 ? static_cast<Word>(static_cast<std::int32_t>(number)) : word;
}

/// Whether it is a number that floats and ints have.
inline bool has_forms(Word word) {
  constexpr Word kExact = 1 << 24;
  return word != 0 && (plain(word) != word || word < kExact || word > -kExact);
}

/// The words that the host was given, and where some that follow each other stand.
class Given {
 public:
  static constexpr std::size_t kTogether = 4;
  static constexpr std::size_t npos = std::numeric_limits<std::size_t>::max();

  /// An array of the embedder's. `changes`: the exercise may write to it, so that it is read now.
  void add_array(const char* begin, std::size_t size, std::size_t element, bool changes) {
    if (!changes) return arrays_.push_back({begin, size, element});
    add(begin, size);
    changing_ = words_;
  }

  void add(const char* begin, std::size_t size) {
    if (words_.size() > kMost) forget();
    const std::size_t first = words_.size(), count = size / sizeof(Word);
    words_.resize(first + count);
    std::memcpy(words_.data() + first, begin, count * sizeof(Word));
  }

  /// These bytes are of the array itself, which nobody can have changed: where they begin in it.
  /// npos: of none.
  std::size_t place_in_one(const char* begin, std::size_t size) const {
    const auto in = std::ranges::find_if(arrays_, [=](const Array& array) {
      return begin >= array.begin && begin + size <= array.begin + array.size;
    });
    return in == arrays_.end() ? npos : static_cast<std::size_t>(begin - in->begin);
  }
  bool is_one_of(const char* begin, std::size_t size) const {
    return place_in_one(begin, size) != npos;
  }

  /// Where these words stand together first, so that a long run of one number is one; npos:
  /// nowhere.
  std::size_t find(std::span<const Word> words) {
    if (words.size() < kTogether) return npos;
    index();
    if (places_.empty()) return npos;
    std::array<Word, kTogether> some{};
    std::ranges::transform(words.first<kTogether>(), some.begin(), plain);
    const std::uint32_t found = place_of(some.data());
    return found == kNowhere ? npos : found;
  }
  bool has_at(std::size_t index, Word plain_word) const {
    return index < words_.size() && plain(words_[index]) == plain_word;
  }
  Word word_at(std::size_t index) const { return words_[index]; }

  /// Of the embedder's arrays, as they were given.
  memory::OwnVector<Word> words_of_arrays() const {
    memory::OwnVector<Word> words = changing_;
    for (const Array& array : arrays_)
      for (std::size_t i = 0; i + sizeof(Word) <= array.size; i += sizeof(Word))
        words.push_back(emu::word_at(array.begin + i));
    return words;
  }

 private:
  static constexpr std::size_t kMost = std::size_t{4} << 20;
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  struct Array {
    const char* begin;
    std::size_t size, element;
    bool is_read = false;
  };

  void forget() {
    words_.clear();
    plain_.clear();
    places_.clear();
    indexed_ = 0;
    for (Array& array : arrays_) array.is_read = false;
  }

  void add_fields(const Array& array) {
    const std::size_t fields = array.element / sizeof(Word);
    for (std::size_t field = 0; fields > 1 && field < fields; ++field)
      for (std::size_t i = field * sizeof(Word); i + sizeof(Word) <= array.size; i += array.element)
        words_.push_back(emu::word_at(array.begin + i));
  }

  /// As from offsets the lengths of what lies between them.
  void add_steps(const Array& array) {
    for (std::size_t i = sizeof(Word); i + sizeof(Word) <= array.size; i += sizeof(Word))
      words_.push_back(emu::word_at(array.begin + i) -
                       emu::word_at(array.begin + i - sizeof(Word)));
  }

  void index() {
    for (Array& array : arrays_) {
      if (array.is_read) continue;
      words_.reserve(words_.size() + 3 * array.size / sizeof(Word));
      add(array.begin, array.size);
      add_fields(array);
      add_steps(array);
      array.is_read = true;
    }
    for (std::size_t i = plain_.size(); i < words_.size(); ++i) plain_.push_back(plain(words_[i]));
    if (places_.size() < 2 * words_.size()) {
      places_.assign(std::bit_ceil(2 * words_.size()), kNowhere);
      indexed_ = 0;
    }
    for (; indexed_ + kTogether <= words_.size(); ++indexed_) {
      std::uint32_t& place = place_of(&plain_[indexed_]);
      if (place == kNowhere) place = static_cast<std::uint32_t>(indexed_);
    }
  }

  /// Where these plain words stand first; kNowhere, where their place is to be written.
  std::uint32_t& place_of(const Word* words) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < kTogether; ++i) hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15;
    std::size_t at = hash >> 32 & (places_.size() - 1);
    while (places_[at] != kNowhere && !std::equal(words, words + kTogether, &plain_[places_[at]]))
      at = (at + 1) & (places_.size() - 1);
    return places_[at];
  }

  memory::OwnVector<Array> arrays_;
  memory::OwnVector<Word> words_, changing_;
  memory::OwnVector<Word> plain_;            // of the words whose places are known
  memory::OwnVector<std::uint32_t> places_;  // by hash of kTogether words, the first of each
  std::size_t indexed_ = 0;                  // words whose places are known
};

}  // namespace emu
