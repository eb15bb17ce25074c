#include "device/border/handed_over/handed_over.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "checker/current.h"
#include "checker/shadow/writers.h"
#include "device/border/book.h"
#include "device/border/handed_over/call_information.h"
#include "device/border/handed_over/changed_pages.h"
#include "device/border/handed_over/given.h"
#include "device/border/handed_over/information.h"
#include "device/border/handed_over/written_information.h"
#include "device/state.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu {

namespace {

using memory::OwnVector;

template <class Key, class Value>
using OwnMap = std::map<Key, Value, std::less<>, memory::OwnAllocator<std::pair<const Key, Value>>>;

/// What nothing is known to have written, the host may have written before it registered it.
bool is_by_host(const checker::Work* by) {
  using Kind = checker::WorkInfo::Kind;
  if (!by) return true;
  const checker::WorkInfo& info = by->info;
  return info.kind != Kind::kGrid && !(info.parent && info.parent->kind == Kind::kGrid);
}

/// Whole words around some bytes.
std::uintptr_t first_word(std::uintptr_t begin) { return begin / sizeof(Word) * sizeof(Word); }
std::uintptr_t last_word(std::uintptr_t end) { return first_word(end + sizeof(Word) - 1); }

/// Ranges of device memory that the host has written to since a grid could look.
class NewRanges {
 public:
  bool overlap(std::uintptr_t begin, std::uintptr_t end) const {
    const auto after = ends_.lower_bound(end);
    return after != ends_.begin() && std::prev(after)->second > begin;
  }
  void add(std::uintptr_t begin, std::uintptr_t end) {
    const auto before = ends_.lower_bound(begin);
    if (before != ends_.begin() && std::prev(before)->second == begin)
      std::prev(before)->second = end;
    else
      ends_[begin] = end;
  }
  OwnMap<std::uintptr_t, std::uintptr_t> take() { return std::exchange(ends_, {}); }

 private:
  OwnMap<std::uintptr_t, std::uintptr_t> ends_;
};

// ---- Words of launches --------------------------------------------------------------------------

struct PassedWord {
  Word word = 0;
  const memory::Allocation* in = nullptr;  // an address, which is two words
};

OwnVector<PassedWord> words_passed(const char* bytes, std::size_t size) {
  OwnVector<PassedWord> words;
  for (std::size_t i = 0; i + sizeof(Word) <= size;) {
    std::uintptr_t address = 0;
    if (i % sizeof address == 0 && i + sizeof address <= size)
      std::memcpy(&address, bytes + i, sizeof address);
    const memory::Allocation* const in = address == 0 ? nullptr : memory::find(address);
    words.push_back({in ? static_cast<Word>(address - in->begin) : word_at(bytes + i), in});
    i += in ? sizeof address : sizeof(Word);
  }
  return words;
}

}  // namespace

// ---- What it has handed over --------------------------------------------------------------------

class HandedOver {
 public:
  Given given;
  bool host_ran = false;

  std::uint32_t bits() const { return at_most(told_.bits() + calls_told_.bits()); }
  std::uint32_t bits_in_memory() const { return at_most(told_.bits()); }
  const OwnVector<Word>& made() const { return made_; }

  /// An address counts as the number of its allocation and the place in it.
  void pass(const void* kind, const char* bytes, std::size_t size) {
    const OwnVector<PassedWord> words = words_passed(bytes, size);
    OwnVector<Word>& before = passed_[kind];
    before.resize(std::max(before.size(), words.size()));
    OwnVector<Word> numbers;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto [word, in] = words[i];
      if (std::exchange(before[i], word) != word) keep(word);
      numbers.insert(numbers.end(), {in ? in->number : 0, word});
    }
    calls_told_.add(kind, numbers);
  }

  /// One value: where it is set in small pieces, they are looked at together.
  void set(std::uintptr_t begin, std::size_t size) {
    if (size < kPage) write(begin, size);
  }

  void write(std::uintptr_t begin, std::size_t size) {
    const std::uintptr_t end = begin + size;
    const memory::Allocation* const in = memory::find(begin);
    if (in && memory::is_shared_with_host(*in)) return;  // which is looked at
    if (new_.overlap(begin, end)) look_at_new();
    new_.add(begin, end);
  }

  /// Pieces of the same size one behind the other tell nothing.
  void quote_array(std::size_t place, std::size_t size) {
    calls_told_.add(&given, std::array{static_cast<Word>(place / size),
                                       static_cast<Word>(place % size), static_cast<Word>(size)});
  }

  void look() {
    look_at_new();
    memory::each_shared_with_host(
        [](const memory::Allocation& shared, void* self) {
          static_cast<HandedOver*>(self)->look_at_shared(shared);
        },
        this);
  }

 private:
  static std::uint32_t at_most(std::uint64_t bits) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::min(bits, kMost));
  }
  static constexpr std::size_t kPage = 4096, kMostMade = std::size_t{1} << 20;

  void look_at_new() {
    for (const auto& [begin, end] : new_.take())
      if (const memory::Allocation* in = memory::find(begin); in && in->live)
        add_by_host(begin, std::min(end, in->begin + in->size));
  }

  /// Of memory that was looked at before only what is new.
  void look_at_shared(const memory::Allocation& shared) {
    const auto* const now = reinterpret_cast<const char*>(shared.begin);
    shared_.each(now, shared.size, [&](std::size_t at, std::size_t size, const char* before) {
      if (before)
        add_changed(shared.begin + at, before, size);
      else
        add_by_host(shared.begin, shared.begin + size);
    });
  }

  void add_changed(std::uintptr_t begin, const char* before, std::size_t size) {
    const auto* const now = reinterpret_cast<const char*>(begin);
    for (std::size_t first = 0, last = 0; first < size; first = last + 1) {
      while (first < size && now[first] == before[first]) ++first;
      for (last = first; last < size && now[last] != before[last];) ++last;
      if (first < last) change(begin + first, begin + last);
    }
  }

  void change(std::uintptr_t begin, std::uintptr_t end) {
    const memory::Allocation* const in = memory::find(begin);
    if (in) calls_told_.add(&shared_, std::array{in->number, static_cast<Word>(begin - in->begin)});
    add_by_host(begin, end);
  }

  /// What the host has written in it, as far as anybody knows.
  void add_by_host(std::uintptr_t begin, std::uintptr_t end) {
    if (given.is_one_of(reinterpret_cast<const char*>(begin), end - begin)) return;
    checker::each_writer(reinterpret_cast<const char*>(begin), end - begin,
                         [=, this](const checker::Written& run) {
                           const std::uintptr_t first = begin + run.offset;
                           if (is_by_host(run.by)) add(first, first + run.size);
                         });
  }

  /// Whole words, each once where runs of bytes follow each other.
  void add(std::uintptr_t begin, std::uintptr_t end) {
    const bool goes_on = begin >= end_ && first_word(begin) <= end_;
    begin = goes_on ? std::max(first_word(begin), end_) : first_word(begin);
    end = last_word(end);
    if (begin < end) add(reinterpret_cast<const char*>(begin), end - begin, !goes_on);
    end_ = end;
  }

  void add(const char* begin, std::size_t size, bool is_apart) {
    OwnVector<Word> words(size / sizeof(Word));
    std::memcpy(words.data(), begin, size);
    told_.add(words, !is_apart, given, [this](Word word) { keep(word); });
  }

  // Of words that go on and on a few are enough.
  void keep(Word word) {
    constexpr std::size_t kEnough = 64;
    going_on_ = kept_.goes_on(word) ? going_on_ + 1 : 0;
    kept_.add(word);
    if (going_on_ < kEnough && made_.size() < kMostMade) made_.push_back(word);
  }

  WrittenInformation told_;
  Information kept_;
  CallInformation calls_told_;
  std::size_t going_on_ = 0;
  OwnVector<Word> made_;
  NewRanges new_;
  ChangedPages shared_;
  OwnMap<const void*, OwnVector<Word>> passed_;  // by the last call of each kind
  std::uintptr_t end_ = 0;                       // of what was looked at last
};

namespace {
bool watching() { return state.border.handed_over && checker::now.enabled; }
HandedOver& handed_over() { return *state.border.handed_over; }

void tell_of(std::uint32_t number, const ResultBytes& result, std::span<const Word> given) {
  const OwnVector<char> is_copy = copied_elements(result, handed_over().made(), given);
  for (std::size_t first = 0, last = 0; first < is_copy.size(); first = last) {
    while (last < is_copy.size() && is_copy[last] == is_copy[first]) ++last;
    if (is_copy[first] == 0) continue;
    enter({.kind = BookEntry::Kind::kCopied,
           .id = number,
           .parent = static_cast<std::uint32_t>(first),
           .line = static_cast<std::uint32_t>(last - first)});
  }
}
}  // namespace

void watch_what_is_handed_over(std::span<const EmulatorArray> arrays) {
  state.border.handed_over = memory::own_new<HandedOver>();
  for (const EmulatorArray& array : arrays)
    if (array.is_given)
      handed_over().given.add_array(array.begin, array.bytes, array.element_bytes, array.is_result);
}

void hand_over(const void* to, const void* from, std::size_t size) {
  if (!watching()) return;
  const std::size_t place = handed_over().given.place_in_one(static_cast<const char*>(from), size);
  if (place == Given::npos)
    handed_over().write(reinterpret_cast<std::uintptr_t>(to), size);
  else
    handed_over().quote_array(place, size);
}

void set_by_host(const void* to, std::size_t size) {
  if (watching()) handed_over().set(reinterpret_cast<std::uintptr_t>(to), size);
}

void host_gets(const void* from, std::size_t size) {
  if (watching()) handed_over().given.add(static_cast<const char*>(from), size);
}

void host_passes(const void* kind, const void* words, std::size_t size) {
  if (watching()) handed_over().pass(kind, static_cast<const char*>(words), size);
}

void host_has_run() {
  if (watching()) handed_over().host_ran = true;
}

void look_at_what_is_handed_over(bool launched_by_host) {
  if (!watching()) return;
  if (std::exchange(handed_over().host_ran, false) || launched_by_host) handed_over().look();
}

void tell_what_was_handed_over(std::span<const ResultBytes> results) {
  constexpr std::uint32_t kFew = 64;  // bits
  if (!watching()) return;
  handed_over().look();
  enter({.kind = BookEntry::Kind::kHandedOver,
         .parent = handed_over().bits_in_memory(),
         .line = handed_over().bits()});
  if (handed_over().bits() < kFew) return;
  const OwnVector<Word> given = handed_over().given.words_of_arrays();
  for (std::uint32_t i = 0; i < results.size(); ++i) tell_of(i, results[i], given);
}

}  // namespace emu
