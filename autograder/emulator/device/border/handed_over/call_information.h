// How much the host tells by what it does, whatever it passes: by which of its calls follow each
// other, how often, and by each of their numbers. A number is compared with that of the call of
// the same kind before. Each number of all calls counts, those that stay as they are too: how long
// they do so is the host's choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include "device/border/handed_over/given.h"
#include "device/border/handed_over/information.h"
#include "memory/own.h"

namespace emu {

class CallInformation {
 public:
  std::uint64_t bits() const { return bits_; }

  /// Calls of one kind have the same number of words, or more from some call on.
  void add(const void* kind, std::span<const Word> words) {
    const auto [known, is_new] = kinds_.try_emplace(kind);
    Kind& like = known->second;
    if (is_new) like.number = static_cast<Word>(kinds_.size());
    count(which_, like.number);
    like.numbers.resize(std::max(like.numbers.size(), words.size()));
    for (std::size_t i = 0; i < words.size(); ++i) count(like.numbers[i], words[i]);
  }

 private:
  struct Kind {
    Word number = 0;
    memory::OwnVector<Information> numbers;
  };

  void count(Information& in, Word word) {
    const std::uint64_t before = in.bits();
    in.add(word);
    bits_ += in.bits() - before;
  }

  std::map<const void*, Kind, std::less<>, memory::OwnAllocator<std::pair<const void* const, Kind>>>
      kinds_;
  Information which_;
  std::uint64_t bits_ = 0;
};

}  // namespace emu
