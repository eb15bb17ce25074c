// Values that grids wrote to where the host could read them: what of them is in a result that the
// host has put together may be passed on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "device/border/handed_over/copied_elements.h"
#include "device/border/handed_over/given.h"
#include "memory/own.h"

namespace emu {

// A number for who wrote: one for each kernel and the kernel that launched it; below these, others.
using Writer = std::uint16_t;
constexpr Writer kNoCopy = 0, kHost = 1, kSet = 2, kNothing = 3, kChosen = 4, kGrids = 5,
                 kLastWriter = 65535;

/// Values of four bytes and of one, by who wrote them, and how often the host may have read them
/// there: it passes on no more than that. They are sorted when asked for.
class Values {
 public:
  bool of_bytes = false;  ///< some elements have no words
  /// Who has written more different ones has written every value there is.
  std::size_t most = 0;
  /// What stays in shared memory is seen, and counted, at each look.
  void begin_look() { ++looks_; }

  void add(const char* bytes, std::size_t size, Writer writer) {
    const std::size_t first = (4 - reinterpret_cast<std::uintptr_t>(bytes) % 4) % 4;
    for (std::size_t i = first; i + 4 <= size; i += 4) add(word_at(bytes + i), writer);
    for (std::size_t i = first; i + 4 <= size && in_order_.size() < kMost; i += 4)
      in_order_.push_back(word_at(bytes + i));
    for (std::size_t i = 0; of_bytes && i < size; ++i) add(kByte | byte_at(bytes + i), writer);
  }
  /// The words one after the other, whoever wrote them.
  std::span<const Word> in_order() const { return in_order_; }

  /// Who has written so much that the host may have chosen any of these elements from it: too many
  /// different values, or most of those that are asked for twice as often as they are. A host that
  /// passes results on keeps their order.
  memory::OwnVector<Writer> writers_of_all(const memory::OwnVector<const char*>& elements,
                                           std::size_t size) {
    settle();
    memory::OwnVector<std::uint64_t> asked;
    for (const char* const element : elements) {
      const Parts parts(element, size);
      for (std::size_t i = 0; i < parts.count; ++i) asked.push_back(parts[i]);
    }
    std::ranges::sort(asked);
    memory::OwnVector<std::size_t> different(kLastWriter + 1), twice(kLastWriter + 1);
    for (const Value& value : list_) ++different[static_cast<Writer>(value.key)];
    for (auto first = asked.begin(); first != asked.end();) {
      const auto last = std::upper_bound(first, asked.end(), *first);
      const auto times = static_cast<std::size_t>(last - first);
      each_of(*first, [&](const Value& value) {
        if (value.times >= 2 * times * std::max<std::size_t>(1, looks_))
          twice[static_cast<Writer>(value.key)] += times;
      });
      first = last;
    }
    memory::OwnVector<Writer> all;
    for (std::size_t writer = kGrids; writer <= kLastWriter; ++writer)
      if (different[writer] > most || (twice[writer] > 0 && 2 * twice[writer] >= asked.size()))
        all.push_back(static_cast<Writer>(writer));
    return all;
  }

  /// Who wrote the value of an element, told by its words, or by its bytes if it has no words: all
  /// who wrote all of it, else all who wrote some of it, if nothing of it is left. What they wrote
  /// is used up by it. Only writers that `may`.
  template <class May, class Tell>
  void take(const char* element, std::size_t size, May&& may, Tell&& tell) {
    settle();
    const Parts parts(element, size);
    bool of_one = false;
    each_of(parts[0], [&](Value& first) {
      const auto writer = static_cast<Writer>(first.key);
      if (!may(writer) || !take_all(parts, writer)) return;
      of_one = true;
      tell(writer);
    });
    if (of_one || !has_all(parts, may)) return;
    for (std::size_t i = 0; i < parts.count; ++i)
      each_of(parts[i], [&](Value& value) {
        if (!may(static_cast<Writer>(value.key))) return;
        --value.times;
        tell(static_cast<Writer>(value.key));
      });
  }

 private:
  struct Value {
    std::uint64_t key = 0;  // a value, and who wrote it
    std::uint64_t times = 0;
  };
  static constexpr unsigned kShift = 16;
  static constexpr std::uint64_t kByte = std::uint64_t{1} << 32;
  static constexpr std::size_t kMost = 2 << 20;

  static std::uint64_t byte_at(const char* byte) { return static_cast<unsigned char>(*byte); }
  void add(std::uint64_t value, Writer writer) {
    const std::uint64_t key = value << kShift | writer;
    if (!list_.empty() && list_.back().key == key) {
      ++list_.back().times;
      return;
    }
    if (list_.size() == kMost) settle();
    if (list_.size() > kMost / 2 && sorted_) return;  // sorting again would bring little
    list_.push_back({key, 1});
    sorted_ = false;
  }

  void settle() {
    if (sorted_) return;
    std::ranges::sort(list_, {}, &Value::key);
    std::size_t count = 0;
    for (const Value& value : list_) {
      if (count > 0 && list_[count - 1].key == value.key)
        list_[count - 1].times += value.times;
      else
        list_[count++] = value;
    }
    list_.resize(count);
    sorted_ = true;
  }

  /// An element's words, or its bytes.
  struct Parts {
    const char* element;
    std::size_t step, count;
    Parts(const char* bytes, std::size_t size)
        : element(bytes), step(size % 4 == 0 ? 4 : 1), count(size / step) {}
    std::uint64_t operator[](std::size_t i) const {
      return step == 4 ? std::uint64_t{word_at(element + i * 4)} : kByte | byte_at(element + i);
    }
  };

  /// All who wrote this value and have not passed it on as often as they did.
  template <class Use>
  void each_of(std::uint64_t value, Use&& use) {
    auto found = std::ranges::lower_bound(list_, value << kShift, {}, &Value::key);
    for (; found != list_.end() && found->key >> kShift == value; ++found)
      if (found->times > 0) use(*found);
  }

  Value* of(std::uint64_t value, Writer writer) {
    const std::uint64_t key = value << kShift | writer;
    const auto found = std::ranges::lower_bound(list_, key, {}, &Value::key);
    return found != list_.end() && found->key == key ? &*found : nullptr;
  }

  template <class May>
  bool has_all(const Parts& parts, May&& may) {
    for (std::size_t i = 0; i < parts.count; ++i) {
      bool there = false;
      each_of(parts[i], [&](Value& value) { there |= may(static_cast<Writer>(value.key)); });
      if (!there) return false;
    }
    return true;
  }

  /// Takes all parts from one writer, or none.
  bool take_all(const Parts& parts, Writer writer) {
    for (std::size_t i = 0; i < parts.count; ++i) {
      Value* const value = of(parts[i], writer);
      if (value && value->times > 0) {
        --value->times;
        continue;
      }
      while (i-- > 0) ++of(parts[i], writer)->times;
      return false;
    }
    return true;
  }

  memory::OwnVector<Value> list_;
  memory::OwnVector<Word> in_order_;
  std::size_t looks_ = 0;
  bool sorted_ = true;
};
}  // namespace emu
