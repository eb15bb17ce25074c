// How much the words tell that the host puts into memory. What it was given is free, where some of
// it stands in the same order: as it is, as numbers of the other kind (5 for 5.0f), or each field
// of a struct by itself; where such a stretch begins is the host's choice. All else counts by what
// a short code would take for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "device/border/handed_over/given.h"
#include "device/border/handed_over/information.h"
#include "memory/own.h"

namespace emu {

class WrittenInformation {
 public:
  std::uint64_t bits() const { return all_.bits(); }

  /// Words that stand together; `goes_on`: behind those before. `make` is called with each that was
  /// not given.
  template <class Make>
  void add(std::span<const Word> words, bool goes_on, Given& given, Make&& make) {
    if (!goes_on) all_.at = Given::npos;
    const State before = all_;
    for (std::size_t i = 0; i < words.size(); ++i)
      if (!all_.add(words.subspan(i), given)) make(words[i]);
    if (all_.bits() > before.bits() + kFewBits) look_at_fields(words, before, given);
  }

 private:
  static constexpr std::uint64_t kFewBits = 256;

  struct State {
    Information told, forms;
    std::size_t at = Given::npos;  // in what is given, of the next word
    std::size_t quoted = 0;        // where the last quotation began

    std::uint64_t bits() const { return told.bits() + forms.bits(); }

    /// The first of these; whether it was given.
    bool add(std::span<const Word> words, Given& given) {
      const Word word = plain(words[0]);
      if (!given.has_at(at, word)) {
        at = told.goes_on(word) ? Given::npos : given.find(words);
        if (at != Given::npos) quote();
      }
      if (at == Given::npos) {
        told.add(word);
        if (has_forms(words[0])) forms.add(word != words[0]);
        return false;
      }
      if (has_forms(words[0])) forms.add(words[0] != given.word_at(at));
      ++at;
      return true;
    }

    void quote() {
      constexpr std::uint64_t kJump = 2;
      const auto step = static_cast<Word>(at - std::exchange(quoted, at));
      told.add_bits(kJump + Information::bits_of_step(step));
    }
  };

  /// The host may have put together what it was given field by field.
  void look_at_fields(std::span<const Word> words, const State& before, Given& given) {
    constexpr std::size_t kMostFields = 4;
    for (std::size_t fields = 2; fields <= kMostFields; ++fields) {
      State apart = before;
      for (std::size_t field = 0; field < fields; ++field)
        add_field(words, field, fields, apart, given);
      if (apart.bits() < all_.bits()) all_ = apart;
    }
  }

  static void add_field(std::span<const Word> words, std::size_t field, std::size_t fields,
                        State& state, Given& given) {
    memory::OwnVector<Word> one;
    for (std::size_t i = field; i < words.size(); i += fields) one.push_back(words[i]);
    state.at = Given::npos;
    for (std::size_t i = 0; i < one.size(); ++i) state.add(std::span(one).subspan(i), given);
  }

  State all_;
};

}  // namespace emu
