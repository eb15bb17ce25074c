#include "device/border/handed_over.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>

#include "checker/current.h"
#include "checker/shadow/writers.h"
#include "device/border/book.h"
#include "device/state.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu {

namespace {

using memory::OwnVector;
using Word = std::uint32_t;

Word word_at(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// ---- What the host was given --------------------------------------------------------------------

/// The words that the host was given, and where some that follow each other stand.
class Given {
 public:
  static constexpr std::size_t kTogether = 4;
  static constexpr std::size_t npos = std::numeric_limits<std::size_t>::max();

  /// An array of the embedder's. `changes`: the exercise may write to it, so that it is read now.
  void add_array(const char* begin, std::size_t size, bool changes) {
    if (changes) return add(begin, size);
    arrays_.push_back({begin, size});
  }

  void add(const char* begin, std::size_t size) {
    if (words_.size() > kMost) forget();
    const std::size_t first = words_.size(), count = size / sizeof(Word);
    words_.resize(first + count);
    std::memcpy(words_.data() + first, begin, count * sizeof(Word));
  }

  /// The array itself, which nobody can have changed.
  bool is_one_of(const char* begin, std::size_t size) const {
    return std::ranges::any_of(arrays_, [=](const Array& array) {
      return begin >= array.begin && begin + size <= array.begin + array.size;
    });
  }

  /// Where these words stand together; npos: nowhere.
  std::size_t find(const char* bytes) {
    index();
    const auto found = places_.find(hash_of(bytes));
    if (found == places_.end()) return npos;
    const bool same = std::memcmp(&words_[found->second], bytes, kTogether * sizeof(Word)) == 0;
    return same ? found->second : npos;
  }
  bool has_at(std::size_t index, Word word) const {
    return index < words_.size() && words_[index] == word;
  }

 private:
  static constexpr std::size_t kMost = std::size_t{4} << 20;
  struct Array {
    const char* begin;
    std::size_t size;
    bool is_read = false;
  };

  static std::uint64_t hash_of(const char* bytes) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < kTogether; ++i)
      hash = (hash ^ word_at(bytes + i * sizeof(Word))) * 0x9e3779b97f4a7c15;
    return hash;
  }

  void forget() {
    words_.clear();
    places_.clear();
    indexed_ = 0;
    for (Array& array : arrays_) array.is_read = false;
  }

  void index() {
    for (Array& array : arrays_) {
      if (!array.is_read) add(array.begin, array.size);
      array.is_read = true;
    }
    for (; indexed_ + kTogether <= words_.size(); ++indexed_)
      places_[hash_of(reinterpret_cast<const char*>(&words_[indexed_]))] = indexed_;
  }

  OwnVector<Array> arrays_;
  OwnVector<Word> words_;
  std::unordered_map<std::uint64_t, std::size_t, std::hash<std::uint64_t>, std::equal_to<>,
                     memory::OwnAllocator<std::pair<const std::uint64_t, std::size_t>>>
      places_;
  std::size_t indexed_ = 0;  // words whose places are known
};

// ---- What it has handed over --------------------------------------------------------------------

}  // namespace

class HandedOver {
 public:
  Given given;
  std::size_t left = std::size_t{64} << 20;  // bytes of shared memory to look at: it takes time

  std::uint32_t count() const {
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(count_, std::numeric_limits<std::uint32_t>::max()));
  }

  void add_arguments(std::size_t size) {
    constexpr std::size_t kUsual = 256;  // pointers, lengths
    if (size > kUsual) count_ += (size - kUsual) / sizeof(Word);
  }

  void add(const char* begin, std::size_t size) {
    std::size_t at = Given::npos;
    for (std::size_t i = 0; i + sizeof(Word) <= size; i += sizeof(Word)) {
      const Word word = word_at(begin + i);
      if (given.has_at(at, word)) {
        ++at;
        continue;
      }
      at = Given::npos;
      if (tells_nothing(begin, i)) continue;
      if (i + Given::kTogether * sizeof(Word) <= size) at = given.find(begin + i);
      if (at == Given::npos)
        ++count_;
      else
        ++at;
    }
  }

  /// What the host has written in it, as far as anybody knows.
  void add_by_host(const char* begin, std::size_t size) {
    if (given.is_one_of(begin, size)) return;
    checker::each_writer(begin, size, [=, this](const checker::Written& run) {
      if (is_by_host(run.by)) add(begin + run.offset, run.size);
    });
  }

  static bool tells_nothing(const char* begin, std::size_t i) {
    const Word word = word_at(begin + i);
    if (i >= 2 * sizeof(Word) && word == word_at(begin + i - 2 * sizeof(Word))) return true;
    return i > 0 && word - word_at(begin + i - sizeof(Word)) <= 1;
  }

  /// Of memory that was looked at before only what is new.
  void add_shared(const memory::Allocation& shared) {
    OwnVector<char>& seen = seen_[shared.begin];
    const auto* const begin = reinterpret_cast<const char*>(shared.begin);
    const bool is_new = seen.size() != shared.size;
    checker::each_writer(begin, shared.size, [&](const checker::Written& run) {
      if (!is_by_host(run.by)) return;
      if (is_new)
        add(begin + run.offset, run.size);
      else
        add_changed(begin + run.offset, &seen[run.offset], run.size);
    });
    seen.assign(begin, begin + shared.size);
  }

 private:
  void add_changed(const char* now, const char* before, std::size_t size) {
    const auto is_changed = [=](std::size_t i) { return word_at(now + i) != word_at(before + i); };
    const std::size_t end = size / sizeof(Word) * sizeof(Word);
    for (std::size_t first = 0, last = 0; first < end; first = last) {
      for (last = first; last < end && is_changed(last); last += sizeof(Word)) {
      }
      if (first < last) add(now + first, last - first);
      if (first == last) last += sizeof(Word);
    }
  }

  // What nothing is known to have written, the host may have written before it registered it.
  static bool is_by_host(const checker::Work* by) {
    if (!by) return true;
    if (by->info.kind == checker::WorkInfo::Kind::kGrid) return false;
    return by->info.kernel.find("emset") == std::string_view::npos;
  }

  std::size_t count_ = 0;
  std::map<std::uintptr_t, OwnVector<char>, std::less<>,
           memory::OwnAllocator<std::pair<const std::uintptr_t, OwnVector<char>>>>
      seen_;
};

namespace {
bool watching() { return state.border.handed_over && checker::now.enabled; }
HandedOver& handed_over() { return *state.border.handed_over; }
}  // namespace

void watch_what_is_handed_over(std::span<const EmulatorArray> arrays) {
  state.border.handed_over = memory::own_new<HandedOver>();
  for (const EmulatorArray& array : arrays)
    if (array.is_given) handed_over().given.add_array(array.begin, array.bytes, array.is_result);
}

void hand_over(const void* from, std::size_t size) {
  if (watching()) handed_over().add_by_host(static_cast<const char*>(from), size);
}

void host_gets(const void* from, std::size_t size) {
  if (watching()) handed_over().given.add(static_cast<const char*>(from), size);
}

void host_passes_arguments(std::size_t size) {
  if (watching()) handed_over().add_arguments(size);
}

void hand_over_what_is_shared() {
  if (!watching()) return;
  std::size_t size = 0;
  memory::each_shared_with_host([](const memory::Allocation& shared,
                                   void* sum) { *static_cast<std::size_t*>(sum) += shared.size; },
                                &size);
  if (size > handed_over().left) return;
  handed_over().left -= size;
  memory::each_shared_with_host(
      [](const memory::Allocation& shared, void*) { handed_over().add_shared(shared); }, nullptr);
}

void tell_what_was_handed_over() {
  if (watching()) enter({.kind = BookEntry::Kind::kHandedOver, .line = handed_over().count()});
}

}  // namespace emu
